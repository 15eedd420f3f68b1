/** What commands print with --json: NDJSON. Of a list, each entry is a line. */
export function printJson(value: unknown): void {
  const records: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (records.length > 0) process.stdout.write(`${records.map(each => JSON.stringify(each)).join('\n')}\n`)
}

/** One line. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** `1 note`, `2 notes`. @param what in the singular; its plural only takes an s unless given */
export function counted(number: number, what: string, plural = `${what}s`): string {
  return `${number} ${number === 1 ? what : plural}`
}

/** A word for a POSIX shell, whatever is in it. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** One line of it, harmless to a terminal: a name in a file can hold orders to it. */
export function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd')
}
