import type { WrittenOnsets } from './written-onsets.js'

// Path scores. A note that matches its onset scores 1.

/** Score for a played note that isn't part of the onset or is already matched. */
const STRANGE = -0.6
/** Score for an unmatched written note in a completed or skipped onset. */
const PASSED = -0.6

const JUMP_PER_BEAT = 0.03
const MOST_JUMP = 1.5
const START_ELSEWHERE = -3
/** Score for an unmatched written note before the start. */
const LATE = PASSED - 0.01

/** Cost of skipping onsets faster than the elapsed beats allow. */
const HASTE = 1.05
const HASTY = 3.5

const NOWHERE = Number.NEGATIVE_INFINITY
const FROM_BEST = -1

export interface Path {
  readonly moments: Int32Array
  /** 1 where the path jumps. */
  readonly jumps: Uint8Array
}

/**
 * Finds the most likely path of the played notes through the song's onsets.
 *
 * @param memory number of notes for which the path is stored
 * @param jump cost of jumping backward or far ahead, in matched notes
 */
export function createPathFinder(onsets: WrittenOnsets, memory: number, jump: number) {
  const { count, beats } = onsets
  const sizes = Int32Array.from({ length: count }, (_, moment) => onsets.sizeOf(moment))
  const from = new Int32Array(count * memory)
  const bestAt = new Int32Array(memory)
  const written = new Map<number, Int32Array>()
  let before = new Float64Array(count)
  let now = new Float64Array(count)
  const found = new Int32Array(count)
  const open = Int32Array.from(sizes)
  let best = NOWHERE
  let steps = 0
  for (let moment = 0; moment < count; moment += 1)
    before[moment] = Math.max(START_ELSEWHERE, LATE * (onsets.firsts[moment] ?? 0))

  /** Returns, for each onset, a bit mask of its notes with this pitch. */
  const bitsOf = (pitch: number) => {
    const known = written.get(pitch)
    if (known) return known
    const bits = new Int32Array(count)
    for (const note of onsets.ofPitch(pitch)) {
      const moment = onsets.momentOf[note] ?? 0
      bits[moment] = (bits[moment] ?? 0) | (1 << (note - (onsets.firsts[moment] ?? 0)))
    }
    written.set(pitch, bits)
    return bits
  }

  return {
    /**
     * @param elapsed beats since the previous note
     * @param worthOf bonus for an onset, based on other evidence of the position
     */
    step(
      pitch: number,
      elapsed = Number.POSITIVE_INFINITY,
      worthOf?: ((moment: number) => number) | undefined,
    ) {
      const slot = steps % memory
      const row = slot * count
      const bits = bitsOf(pitch)
      const reach = HASTY * elapsed
      let ahead = NOWHERE
      let aheadFrom = 0
      let nowBest = NOWHERE
      const bestBeat = beats[bestAt[(steps + memory - 1) % memory] ?? 0] ?? 0
      for (let moment = 0; moment < count; moment += 1) {
        const stay = before[moment] ?? 0
        const leave = stay + PASSED * (open[moment] ?? 0)
        let value = stay
        let source = moment
        if (ahead > value) {
          const isHasty = aheadFrom < moment - 1 && (beats[moment] ?? 0) - (beats[aheadFrom] ?? 0) > reach
          const arrived = isHasty ? ahead - HASTE : ahead
          if (arrived > value) {
            value = arrived
            source = aheadFrom
          }
        }
        if (best - jump > value) {
          const away = moment === 0 ? 0 : Math.abs((beats[moment] ?? 0) - bestBeat)
          const jumped = best - jump - Math.min(MOST_JUMP, JUMP_PER_BEAT * away)
          if (jumped > value) {
            value = jumped
            source = FROM_BEST
          }
        }
        if (source !== moment) {
          found[moment] = 0
          open[moment] = sizes[moment] ?? 0
        }
        const free = (bits[moment] ?? 0) & ~(found[moment] ?? 0)
        if (free === 0) value += STRANGE
        else {
          value += 1
          found[moment] = (found[moment] ?? 0) | (free & -free)
          open[moment] = (open[moment] ?? 0) - 1
        }
        if (worthOf) value += worthOf(moment)
        now[moment] = value
        from[row + moment] = source
        if (value > nowBest) {
          nowBest = value
          bestAt[slot] = moment
        }
        if (steps === 0) continue
        const over = ahead + PASSED * (sizes[moment] ?? 0)
        if (leave >= over) {
          ahead = leave
          aheadFrom = moment
        } else ahead = over
      }
      best = nowBest
      steps += 1
      ;[before, now] = [now, before]
    },
    trace(): Path {
      const length = Math.min(steps, memory)
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
