/**
 * Every colour has a mark that needs no language, the same in all games: a flame is red, a leaf green, a drop blue.
 *
 * Paths in a box of 24 by 24, drawn full.
 */
export const MARKS = {
  white: "M12 2l2.2 7.8L22 12l-7.8 2.2L12 22l-2.2-7.8L2 12l7.8-2.2z",
  blue: "M12 2c4 5.5 7 8.6 7 12.5a7 7 0 0 1-14 0C5 10.6 8 7.5 12 2z",
  green: "M4 20C3 9 9 3 21 3c0 12-6 18-14 16.5L11 12 5.5 21z",
  red: "M13 1.5c.5 5 6 7 6 13a7 7.5 0 0 1-14 0c0-3 1.5-5 3-6.5 0 2 .5 3 2 4 1.5-3 2.5-6 3-10.5z",
  black: "M15.5 2A10 10 0 1 0 22 17 9 9 0 0 1 15.5 2z",
  yellow:
    "M12 7a5 5 0 1 1 0 10a5 5 0 0 1 0-10zM10.8 1h2.4v4h-2.4zM10.8 19h2.4v4h-2.4zM1 10.8h4v2.4H1zM19 10.8h4v2.4h-4zM3.4 5.1l1.7-1.7 2.8 2.8-1.7 1.7zM16.1 17.8l1.7-1.7 2.8 2.8-1.7 1.7zM3.4 18.9l2.8-2.8 1.7 1.7-2.8 2.8zM16.1 6.2l2.8-2.8 1.7 1.7-2.8 2.8z",
  purple:
    "M7.5 5a3.7 3.7 0 1 1 0 7.4a3.7 3.7 0 0 1 0-7.4zM16.5 5a3.7 3.7 0 1 1 0 7.4a3.7 3.7 0 0 1 0-7.4zM12 12.8a3.7 3.7 0 1 1 0 7.4a3.7 3.7 0 0 1 0-7.4zM11 1h2l.5 6h-3z",
  gold: "M12 2l3 6.7 7.2.800-5.4 4.9 1.6 7.2L12 17.9l-6.4 3.7 1.6-7.2L1.8 9.5 9 8.7z",
} as const;

export type Marked = keyof typeof MARKS;

/** The marks of Sagrada's five colours by their letters in the notation. */
export const LETTER_MARKS: Readonly<Record<string, string>> = {
  R: MARKS.red,
  Y: MARKS.yellow,
  G: MARKS.green,
  B: MARKS.blue,
  P: MARKS.purple,
};
