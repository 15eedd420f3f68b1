/** Of more notes than a neck has strings, those that are played. */
import { type Neck, positionsOn } from './grips.js'

/**
 * As many notes as find a string of their own: what is pinned, then each pitch once, the outermost first, which the
 * ear misses first (augmenting paths: H. W. Kuhn, The Hungarian Method for the Assignment Problem, 1955).
 *
 * @param together indices of the notes, from high to low
 * @param pinned strings, from 0, by index of the note
 * @returns some of them, in the same order
 */
export function thinned(
  together: readonly number[],
  pitchOf: (index: number) => number,
  neck: Neck,
  pinned: ReadonlyMap<number, number>,
): number[] {
  const kept = new Set<number>()
  const holders = new Map<number, number>()
  for (const index of together) {
    const string = pinned.get(index)
    if (string === undefined) continue
    kept.add(index)
    holders.set(string, index)
  }
  /** Makes room on a string by moving its holder to another one, as far as that can be. */
  const finds = (index: number, looked: Set<number>): boolean => {
    for (const { string } of positionsOn(neck, pitchOf(index))) {
      if (looked.has(string)) continue
      looked.add(string)
      const holder = holders.get(string)
      const isFree = holder === undefined || (!pinned.has(holder) && finds(holder, looked))
      if (!isFree) continue
      holders.set(string, index)
      return true
    }
    return false
  }
  const heard = new Set([...kept].map(pitchOf))
  for (const index of outermostFirst(together)) {
    if (holders.size >= neck.strings.length) break
    if (heard.has(pitchOf(index))) continue
    heard.add(pitchOf(index))
    if (finds(index, new Set())) kept.add(index)
  }
  return together.filter(index => kept.has(index))
}

/** The highest, the lowest, the next highest, and so on. */
function* outermostFirst(indices: readonly number[]): Generator<number> {
  let [first, last] = [0, indices.length - 1]
  while (first <= last) {
    yield indices[first++] as number
    if (first <= last) yield indices[last--] as number
  }
}
