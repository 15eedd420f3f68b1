export function printJson(value: unknown): void {
  const records: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (records.length > 0) process.stdout.write(`${records.map(each => JSON.stringify(each)).join('\n')}\n`)
}

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function counted(number: number, what: string, plural = `${what}s`): string {
  return `${number} ${number === 1 ? what : plural}`
}

export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Replaces control characters, because names in files may contain terminal escape sequences. */
export function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd')
}

export function minutes(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** @param right zero-based indices of right-aligned columns */
export function aligned(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0)))
  const padded = (text: string, at: number) =>
    right.includes(at) ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)
  return rows.map(row => row.map(padded).join('  ').trimEnd())
}

const DRAWN_EVERY_MS = 250

/** Progress line that is redrawn in place in a terminal. */
export function progressLine(isWanted: boolean) {
  const isShown = isWanted && process.stderr.isTTY === true
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    show(text: () => string): void {
      const now = performance.now()
      if (!isShown || now - drawnAt < DRAWN_EVERY_MS) return
      drawnAt = now
      process.stderr.write(`\r\u001b[2K${text()}`)
    },
    end(): void {
      if (isShown) process.stderr.write('\r\u001b[2K')
    },
  }
}

const COLUMNS = 80

export function sideBySide(left: readonly string[], right: readonly string[]): string[] {
  const [wide, other] = [left, right].map(lines => Math.max(...lines.map(line => line.length))) as [
    number,
    number,
  ]
  if (wide + 3 + other > COLUMNS) return [...left, ...right]
  return left.map((line, index) => `${line.padEnd(wide)} | ${right[index] ?? ''}`.trimEnd())
}
