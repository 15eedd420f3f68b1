import type { FollowOptions, FollowStep, LiveFollower, PlayedNote, WrittenNote } from '../tokens.js'
import { type AlignedPassage, alignPassage } from './align-passage.js'
import { createPathFinder } from './path-finder.js'
import { writtenOnsets } from './written-onsets.js'

const WINDOW = 40
/** Cost of a jump, in matched notes. Low enough for prompt feedback. */
const JUMP = 5
/** Number of later notes after which a match is final. */
const SETTLED = 18
const SEARCH = { reaches: [0.9], around: 1, tries: 10, beyond: 0 } as const
const IMMEDIATE_MATCH_SECONDS = 0.2
/** Number of recent notes used to detect that the player is lost. */
const RECENT = 12
/** Fraction of matched notes below which the player is lost. Random notes match this often. */
const LOST_BELOW = 0.45
const AWAY_PER_BEAT = 0.15
const MOST_AWAY = 1.2
const CHORD_SPREAD_BEATS = 0.25
const TEMPO_MOMENTS = 10
const USUAL_SECONDS_PER_BEAT = 0.5

/** @param written sorted by onset, then pitch */
export function createFollower(written: readonly WrittenNote[], options: FollowOptions = {}): LiveFollower {
  const onsets = writtenOnsets(written)
  const finder = createPathFinder(onsets, WINDOW, JUMP)
  const beatOf = (moment: number) => onsets.beats[moment] ?? 0
  let recent: PlayedNote[] = []
  let answers: { written: number | undefined; isSettled: boolean }[] = []
  let count = 0
  /** Index of the played note for each written note; −1 if unmatched. */
  const holders = new Int32Array(written.length).fill(-1)
  let passageFrom = 0
  let lost = false
  let secondsPerBeat = USUAL_SECONDS_PER_BEAT
  let place: { beat: number; seconds: number } | undefined

  const locate = ({ pairs, first, times }: AlignedPassage, from: number) => {
    const found = new Set(pairs.map(([note]) => onsets.momentOf[note] ?? 0))
    const moments = [...found].sort((a, b) => a - b).slice(-TEMPO_MOMENTS)
    const newest = moments.at(-1)
    if (newest === undefined) return
    place = { beat: beatOf(newest), seconds: times[newest - first] ?? recent[from]?.onset ?? 0 }
    const slopes: number[] = []
    for (const [index, moment] of moments.entries()) {
      const other = moments[index - (moments.length >> 1)]
      if (other === undefined) continue
      slopes.push(
        ((times[moment - first] ?? 0) - (times[other - first] ?? 0)) / (beatOf(moment) - beatOf(other)),
      )
    }
    const tempo = slopes.sort((a, b) => a - b)[slopes.length >> 1]
    if (tempo !== undefined && tempo > 0) secondsPerBeat = tempo
  }

  /** Returns the unplayed note of this pitch that is due now, even if the path lags behind. */
  const expectedNow = ({ onset, pitch }: PlayedNote, { pairs }: AlignedPassage) => {
    if (lost || !place) return undefined
    const beat = place.beat + (onset - place.seconds) / secondsPerBeat
    const reach = IMMEDIATE_MATCH_SECONDS / secondsPerBeat
    const taken = new Set(pairs.map(([one]) => one))
    let best: number | undefined
    for (const index of onsets.ofPitch(pitch)) {
      const away = Math.abs((written[index]?.onset ?? 0) - beat)
      if (away > reach || taken.has(index) || (holders[index] ?? -1) >= passageFrom) continue
      if (best === undefined || away < Math.abs((written[best]?.onset ?? 0) - beat)) best = index
    }
    return best
  }

  return {
    play(note): FollowStep {
      recent.push(note)
      answers.push({ written: undefined, isSettled: false })
      count += 1
      if (recent.length > WINDOW) {
        recent = recent.slice(-WINDOW)
        answers = answers.slice(-WINDOW)
      }
      if (onsets.count === 0) return { written: undefined, lost: true, revised: [] }
      const clock = options.clock?.(note.onset)
      const worthOf =
        clock === undefined
          ? undefined
          : (moment: number) => -Math.min(MOST_AWAY, AWAY_PER_BEAT * Math.abs(beatOf(moment) - clock))
      const apart = (note.onset - (recent.at(-2)?.onset ?? Number.NEGATIVE_INFINITY)) / secondsPerBeat
      finder.step(note.pitch, Math.max(CHORD_SPREAD_BEATS, apart), worthOf)
      const { moments, jumps } = finder.trace()
      const length = recent.length
      let from = length - 1
      while (from > 0 && jumps[from] !== 1) from -= 1
      const base = count - length
      if (jumps[from] === 1) passageFrom = base + from
      const isSettled = (index: number) => answers[index]?.isSettled === true
      const passage = alignPassage({
        written,
        onsets,
        played: recent,
        from,
        to: length,
        moments: moments.subarray(from),
        isSettled,
        isTaken: index => (holders[index] ?? -1) >= passageFrom,
        search: SEARCH,
      })
      const pairOf = new Map(passage.pairs.map(([one, other]) => [other, one]))
      const latest = answers[length - 1]
      if (latest) latest.written = pairOf.get(length - 1) ?? expectedNow(note, passage)
      const taken = new Set(pairOf.values()).add(latest?.written ?? -1)
      const revised: { played: number; written: number | undefined }[] = []
      for (let index = from; index < length - 1; index += 1) {
        const answer = answers[index]
        if (!answer || answer.isSettled) continue
        const better = pairOf.get(index)
        answer.isSettled = index <= length - 1 - SETTLED
        if (answer.isSettled && better !== undefined) holders[better] = base + index
        // Keep the expected match until a later note fits better.
        const isKept = !answer.isSettled && better === undefined && !taken.has(answer.written ?? -1)
        if (isKept || answer.written === better) continue
        answer.written = better
        revised.push({ played: base + index, written: better })
      }
      const found = answers.slice(-RECENT).filter(each => each.written !== undefined).length
      lost = answers.length >= RECENT && found < LOST_BELOW * RECENT
      if (!lost) locate(passage, from)
      return { written: latest?.written, lost, revised }
    },
  }
}
