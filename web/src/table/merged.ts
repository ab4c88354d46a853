/** Several lists as one, in which what stood side by side in any of them stands near: each new line follows its former neighbour. */
export function merged(lists: readonly (readonly string[])[]): string[] {
  const all: string[] = [];
  for (const list of lists) {
    let after = -1;
    for (const line of list) {
      const known = all.indexOf(line);
      if (known < 0) all.splice(++after, 0, line);
      else after = known;
    }
  }
  return all;
}
