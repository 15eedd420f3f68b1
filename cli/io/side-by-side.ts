/** Two blocks of lines next to each other, where they fit. */

/** Of a terminal, and of what is written to a file. */
const COLUMNS = 80

/** In 80 columns, else one below the other. */
export function sideBySide(left: readonly string[], right: readonly string[]): string[] {
  const [wide, other] = [left, right].map(lines => Math.max(...lines.map(line => line.length))) as [
    number,
    number,
  ]
  if (wide + 3 + other > COLUMNS) return [...left, ...right]
  return left.map((line, index) => `${line.padEnd(wide)} | ${right[index] ?? ''}`.trimEnd())
}
