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
  /** What was compared is not alike, what was checked does not hold. */
  mismatch: 6,
  interrupted: 130,
  terminated: 143,
} as const

/** For the help and the manual. */
const EXIT_CODES: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'all went well',
  unexpected: 'something of ours failed: a report is welcome',
  usage: 'the words of the command are wrong',
  badInput: 'a file or a value is not what it should be',
  notFound: 'there is no such file, port, command or account',
  network: 'the server could not be reached, or refused',
  mismatch: 'what was compared differs, or a check found a fault',
  interrupted: 'ended by Ctrl-C',
  terminated: 'ended by a signal to terminate',
}

const lines = Object.entries(EXIT_CODES).map(
  ([name, what]) => `  ${String(new Map<string, number>(Object.entries(EXIT)).get(name)).padEnd(5)}${what}`,
)
export const EXIT_CODES_TEXT = `Exit codes:\n${lines.join('\n')}\n`
