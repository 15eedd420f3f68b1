/** What the program's exit code says; the same in every command. */
export const EXIT = {
  ok: 0,
  /** An internal error. */
  unexpected: 1,
  /** Wrong usage. */
  usage: 2,
  /** A file or value is invalid. */
  badInput: 3,
  notFound: 4,
  /** The server could not be reached or refused. */
  network: 5,
  /** Compared files differ, or a check failed. */
  mismatch: 6,
  interrupted: 130,
  terminated: 143,
} as const

/** For the help and the manual. */
const EXIT_CODES: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'success',
  unexpected: 'an internal error; please report it',
  usage: 'wrong usage of the command',
  badInput: 'a file or value is invalid',
  notFound: 'there is no such file, port, command or account',
  network: 'the server could not be reached, or refused',
  mismatch: 'compared files differ, or a check failed',
  interrupted: 'ended by Ctrl-C',
  terminated: 'ended by a signal to terminate',
}

const lines = Object.entries(EXIT_CODES).map(
  ([name, what]) => `  ${String(new Map<string, number>(Object.entries(EXIT)).get(name)).padEnd(5)}${what}`,
)
export const EXIT_CODES_TEXT = `Exit codes:\n${lines.join('\n')}\n`
