/** At the turn of a loop, early notes may belong to the next pass. */
import { REACH_MS } from './clock-matcher.js'
import type { Judge } from './judge.js'
import type { JudgedNote } from './judged-notes.js'
import type { Struck } from './matcher.js'

interface LoopTurnParts {
  readonly loop: { readonly fromMs: number; readonly toMs: number }
  readonly notes: readonly JudgedNote[]
  readonly judge: Pick<Judge, 'awaits' | 'isSame' | 'isDue'>
  readonly windowMs: number
}
export function createLoopTurn({ loop, notes, judge, windowMs }: LoopTurnParts) {
  const lengthMs = loop.toMs - loop.fromMs
  let reachedMs = Number.NEGATIVE_INFINITY
  let kept: Struck[] = []

  /** Milliseconds of the song, negative before the turn. The song may have turned unannounced. */
  const sinceTurn = (songMs: number) => songMs - (songMs < reachedMs - lengthMs / 2 ? loop.fromMs : loop.toMs)

  const belongsToNext = (note: Struck, since: number) => {
    if (since >= 0) return true
    const reach = REACH_MS * note.rate
    if (since < -reach || judge.awaits(note)) return false
    const awayFrom = ({ atMs }: JudgedNote) => atMs - loop.fromMs - since
    const opening = notes.filter(each => awayFrom(each) <= reach)
    if (opening.some(({ pitch }) => judge.isSame(pitch, note.pitch))) return true
    return !judge.isDue(note) && opening.some(each => awayFrom(each) <= windowMs * note.rate)
  }

  return {
    reach(songMs: number) {
      reachedMs = Math.max(reachedMs, songMs)
    },
    /** @returns whether the note is kept for the next pass */
    keep(note: Struck) {
      if (note.songMs === undefined) return false
      const since = sinceTurn(note.songMs)
      if (!belongsToNext(note, since)) return false
      kept.push({ ...note, songMs: loop.fromMs + since })
      return true
    },
    take(): readonly Struck[] {
      const all = kept
      kept = []
      return all
    },
  }
}
