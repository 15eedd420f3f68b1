/** Where in the song each played note is, roughly: the most likely path through the moments of the song. */
import type { WrittenOnsets } from './written-onsets.js'

/* What a path gains and loses; a note that is found at its moment gains 1. */

/** A note that its moment does not have. */
const STRANGE = -0.6
/** A written note that is passed over. */
const PASSED = -0.6

/** The farther, the less likely: what a beat costs, and the most that any distance costs. */
const FAR = 0.03
const MOST_FAR = 1.5
/** Beginning anywhere but at the beginning. */
const ELSEWHERE = -3

const NOWHERE = Number.NEGATIVE_INFINITY
/** Where paths come from, besides an earlier moment: from the best moment of the note before. */
const FROM_BEST = -1

/** The path of the latest notes. */
export interface Path {
  /** The moment at which each of them is. */
  readonly moments: Int32Array
  /** 1 where a note does not continue from the note before. */
  readonly jumps: Uint8Array
}

export interface PathFinder {
  /**
   * @param pitch MIDI note of the next played note
   * @param worthOf what a moment is worth besides, for what else is known of the place
   */
  step(pitch: number, worthOf?: (moment: number) => number): void
  /** @param length of the path, of the latest notes: as many as are remembered at most */
  trace(length: number): Path
}

/**
 * @param memory notes whose path is remembered
 * @param jump what going on somewhere else costs, backwards or far ahead, in notes found: so that it is worth it for a
 * passage, and not for a few notes
 */
export function createPathFinder(onsets: WrittenOnsets, memory: number, jump: number): PathFinder {
  const { count, beats } = onsets
  const sizes = Int32Array.from({ length: count }, (_, moment) => onsets.sizeOf(moment))
  const from = new Int32Array(count * memory)
  const bestAt = new Int32Array(memory)
  const written = new Map<number, Uint8Array>()
  let before = new Float64Array(count)
  let now = new Float64Array(count)
  let best = NOWHERE
  let steps = 0
  // Songs are begun at their beginning more often than anywhere else.
  for (let moment = 0; moment < count; moment += 1)
    before[moment] = Math.max(ELSEWHERE, PASSED * (onsets.firsts[moment] ?? 0))

  const momentsWith = (pitch: number) => {
    const known = written.get(pitch)
    if (known) return known
    const moments = new Uint8Array(count)
    for (const note of onsets.ofPitch(pitch)) moments[onsets.momentOf[note] ?? 0] = 1
    written.set(pitch, moments)
    return moments
  }

  return {
    step(pitch, worthOf) {
      const slot = steps % memory
      const row = slot * count
      const found = momentsWith(pitch)
      /** The best of the moments before, as it is worth here with the notes that were passed over. */
      let ahead = NOWHERE
      let aheadFrom = 0
      let nowBest = NOWHERE
      const bestBeat = beats[bestAt[(steps + memory - 1) % memory] ?? 0] ?? 0
      for (let moment = 0; moment < count; moment += 1) {
        const stay = before[moment] ?? 0
        let value = stay
        let source = moment
        if (ahead > value) {
          value = ahead
          source = aheadFrom
        }
        if (best - jump > value) {
          // The beginning is never far.
          const away = moment === 0 ? 0 : Math.abs((beats[moment] ?? 0) - bestBeat)
          const jumped = best - jump - Math.min(MOST_FAR, FAR * away)
          if (jumped > value) {
            value = jumped
            source = FROM_BEST
          }
        }
        value += found[moment] === 1 ? 1 : STRANGE
        if (worthOf) value += worthOf(moment)
        now[moment] = value
        from[row + moment] = source
        if (value > nowBest) {
          nowBest = value
          bestAt[slot] = moment
        }
        const over = ahead + PASSED * (sizes[moment] ?? 0)
        if (stay >= over) {
          ahead = stay
          aheadFrom = moment
        } else ahead = over
      }
      best = nowBest
      steps += 1
      ;[before, now] = [now, before]
    },
    trace(wanted) {
      const length = Math.min(wanted, steps, memory)
      const moments = new Int32Array(length)
      const jumps = new Uint8Array(length)
      let moment = length > 0 ? (bestAt[(steps - 1) % memory] ?? 0) : 0
      for (let note = length - 1; note >= 0; note -= 1) {
        const slot = (steps - length + note) % memory
        moments[note] = moment
        const source = from[slot * count + moment] ?? 0
        if (source !== FROM_BEST) moment = source
        else {
          jumps[note] = 1
          moment = bestAt[(slot + memory - 1) % memory] ?? 0
        }
      }
      return { moments, jumps }
    },
  }
}
