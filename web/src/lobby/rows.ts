// One line of a list of tables, whether they are played or over.
import type { TableLine } from "../lib/protocol";

export interface Row {
  readonly game: TableLine["game"];
  readonly href: string;
  readonly verb: string;
  /** Whether the reader is asked to come, not only let in. */
  readonly inviting: boolean;
}
