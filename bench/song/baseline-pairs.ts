// Baseline for pairing notes: pairs each played note with the next nearby written note of the same pitch.
import type { NotePair, PlayedNote, WrittenNote } from '../../src/plugins/practice/tokens.js'

const AHEAD = 12

export function baselinePairs(
  written: readonly WrittenNote[],
  played: readonly PlayedNote[],
): readonly NotePair[] {
  const pairs: NotePair[] = []
  const taken = new Set<number>()
  let next = 0
  for (const [note, { pitch }] of played.entries()) {
    for (let at = next; at < Math.min(written.length, next + AHEAD); at += 1) {
      if (written[at]?.pitch !== pitch || taken.has(at)) continue
      taken.add(at)
      pairs.push([at, note])
      break
    }
    while (taken.has(next)) next += 1
    // An omitted note must not block all later notes.
    if (pairs.length > 0 && (pairs.at(-1)?.[0] ?? 0) - next > AHEAD / 2)
      next = (pairs.at(-1)?.[0] ?? 0) - AHEAD / 4
  }
  return pairs
}
