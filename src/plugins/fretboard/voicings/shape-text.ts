/** Shapes as players write them: `x32010`, and `8-10-10-9-8-8` where a fret has two digits. */

/**
 * @param frets string 1 first; `undefined` for unplayed strings
 * @example shapeText([0, 1, 0, 2, 3, undefined]) // 'x32010'
 */
export function shapeText(frets: readonly (number | undefined)[]): string {
  const words = frets.map(fret => (fret === undefined ? 'x' : String(fret))).toReversed()
  return words.join(words.some(word => word.length > 1) ? '-' : '')
}
