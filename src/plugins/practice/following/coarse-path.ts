/** Where in the song each played note is, roughly: the most likely path through the moments of the song. */
import type { PlayedNote } from '../tokens.js'
import type { WrittenOnsets } from './written-onsets.js'

/* What a path gains and loses, in notes that are found where they are expected. */

/** A note that its moment does not have. */
const STRANGE = -0.6
/** A written note that is passed over. */
const PASSED = -0.6
/** Going on somewhere else, backwards or far ahead: worth it for a passage, not for a few notes. */
const JUMP = -9
/** A strange note and a jump at once: it belongs nowhere. */
const NOWHERE = Number.NEGATIVE_INFINITY

/** Where paths come from, besides an earlier moment: from anywhere. */
const FROM_ANYWHERE = -1

export interface CoarsePath {
  /** The moment at which each played note is. */
  readonly moments: Int32Array
  /** Whether each played note begins a passage that is not the continuation of the one before. */
  readonly jumps: Uint8Array
}

/** @param played by onset */
export function coarsePath(onsets: WrittenOnsets, played: readonly PlayedNote[]): CoarsePath {
  const { count, firsts } = onsets
  const length = played.length
  const moments = new Int32Array(length)
  const jumps = new Uint8Array(length)
  if (count === 0 || length === 0) return { moments, jumps }
  const from = new Int32Array(count * length)
  const bestAt = new Int32Array(length)
  let before = new Float64Array(count)
  let now = new Float64Array(count)
  let best = 0
  const has = pitchTable(onsets, played)
  for (let note = 0; note < length; note += 1) {
    const row = note * count
    const found = has.get(played[note]?.pitch ?? -1)
    // The best of the moments before, as it is worth at the present one with the notes passed over.
    let ahead = NOWHERE
    let aheadFrom = 0
    let nowBest = NOWHERE
    for (let moment = 0; moment < count; moment += 1) {
      const stay = before[moment] ?? 0
      let value = stay
      let source = moment
      if (ahead > value) {
        value = ahead
        source = aheadFrom
      }
      if (note > 0 && best + JUMP > value) {
        value = best + JUMP
        source = FROM_ANYWHERE
      }
      value += found?.[moment] === 1 ? 1 : STRANGE
      now[moment] = value
      from[row + moment] = source
      if (value > nowBest) {
        nowBest = value
        bestAt[note] = moment
      }
      // Ready for the moment after: this one as it was, or an earlier one that passes over this one.
      const size = (firsts[moment + 1] ?? 0) - (firsts[moment] ?? 0)
      const over = ahead + PASSED * size
      if (stay >= over) {
        ahead = stay
        aheadFrom = moment
      } else ahead = over
    }
    best = nowBest
    ;[before, now] = [now, before]
  }
  let moment = bestAt[length - 1] ?? 0
  for (let note = length - 1; note >= 0; note -= 1) {
    moments[note] = moment
    const source = from[note * count + moment] ?? 0
    if (source === FROM_ANYWHERE) {
      jumps[note] = 1
      moment = bestAt[note - 1] ?? 0
    } else moment = source
  }
  return { moments, jumps }
}

/** For each pitch that is played: at which moments it is written. */
function pitchTable(onsets: WrittenOnsets, played: readonly PlayedNote[]): ReadonlyMap<number, Uint8Array> {
  const table = new Map<number, Uint8Array>()
  for (const { pitch } of played) {
    if (table.has(pitch)) continue
    const moments = new Uint8Array(onsets.count)
    for (const note of onsets.ofPitch(pitch)) moments[onsets.momentOf[note] ?? 0] = 1
    table.set(pitch, moments)
  }
  return table
}
