const COLUMNS = 80

export function sideBySide(left: readonly string[], right: readonly string[]): string[] {
  const [wide, other] = [left, right].map(lines => Math.max(...lines.map(line => line.length))) as [
    number,
    number,
  ]
  if (wide + 3 + other > COLUMNS) return [...left, ...right]
  return left.map((line, index) => `${line.padEnd(wide)} | ${right[index] ?? ''}`.trimEnd())
}
