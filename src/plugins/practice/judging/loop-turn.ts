/** The turn of a loop: what is played shortly before it may already be the beginning of the next time through. */
import { REACH_MS } from './clock-matcher.js'
import type { Judge } from './judge.js'
import type { JudgedNote } from './judged-notes.js'
import type { Struck } from './matcher.js'

export interface LoopTurnParts {
  /** In milliseconds of the song. */
  readonly loop: { readonly fromMs: number; readonly toMs: number }
  /** The notes of the whole loop. */
  readonly notes: readonly JudgedNote[]
  readonly judge: Pick<Judge, 'awaits' | 'isSame' | 'isDue'>
  /** Milliseconds of the clock to either side of the right moment. */
  readonly windowMs: number
}

export interface LoopTurn {
  /** The song is there now. */
  reach(songMs: number): void
  /** @returns whether the note is kept for the next time through */
  keep(note: Struck): boolean
  /** What was kept, from where the loop begins: nothing is kept any more. */
  take(): readonly Struck[]
}

export function createLoopTurn({ loop, notes, judge, windowMs }: LoopTurnParts): LoopTurn {
  const lengthMs = loop.toMs - loop.fromMs
  // The song may begin long before the loop.
  let reachedMs = Number.NEGATIVE_INFINITY
  let kept: Struck[] = []

  /** Milliseconds of the song since the turn, negative before it. The song may have turned without having said so. */
  const sinceTurn = (songMs: number) => songMs - (songMs < reachedMs - lengthMs / 2 ? loop.fromMs : loop.toMs)

  const belongsToNext = (note: Struck, since: number) => {
    if (since >= 0) return true
    const reach = REACH_MS * note.rate
    if (since < -reach || judge.awaits(note)) return false
    const awayFrom = ({ atMs }: JudgedNote) => atMs - loop.fromMs - since
    const opening = notes.filter(each => awayFrom(each) <= reach)
    if (opening.some(({ pitch }) => judge.isSame(pitch, note.pitch))) return true
    // A wrong one, where nothing of this time through can be meant.
    return !judge.isDue(note) && opening.some(each => awayFrom(each) <= windowMs * note.rate)
  }

  return {
    reach(songMs) {
      reachedMs = Math.max(reachedMs, songMs)
    },
    keep(note) {
      if (note.songMs === undefined) return false
      const since = sinceTurn(note.songMs)
      if (!belongsToNext(note, since)) return false
      kept.push({ ...note, songMs: loop.fromMs + since })
      return true
    },
    take() {
      const all = kept
      kept = []
      return all
    },
  }
}
