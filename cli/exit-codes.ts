/** What the program's exit code says; the same in every command. */
export const EXIT = {
  ok: 0,
  /** Something of ours failed: a report is welcome. */
  unexpected: 1,
  /** The words of the command are wrong. */
  usage: 2,
  /** A file or a value is not what it should be. */
  badInput: 3,
  notFound: 4,
  /** The server could not be reached or refused. */
  network: 5,
  interrupted: 130,
  terminated: 143,
} as const
