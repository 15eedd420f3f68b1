/** NDJSON: one line per entry of a list. */
export function printJson(value: unknown): void {
  const records: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (records.length > 0) process.stdout.write(`${records.map(each => JSON.stringify(each)).join('\n')}\n`)
}

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** `1 note`, `2 notes` */
export function counted(number: number, what: string, plural = `${what}s`): string {
  return `${number} ${number === 1 ? what : plural}`
}

export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Names in files can hold control sequences for terminals. */
export function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd')
}
