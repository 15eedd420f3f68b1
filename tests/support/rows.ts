/**
 * Parses rows of numbers.
 *
 * @example rows('0 0x90 60, 500 0x80 60') // [[0, 0x90, 60], [500, 0x80, 60]]
 */
export function rows<Row = number[]>(text: string): Row[] {
  return text.split(', ').map(row => row.split(' ').map(Number)) as unknown as Row[]
}
