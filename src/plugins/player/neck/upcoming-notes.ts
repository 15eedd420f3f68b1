import { shallow } from 'zustand/shallow'
import { firstNotBelow } from '../../../core/platform/ordered.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import type { Disposable, Store } from '../../../core/platform/store.js'
import type { Position } from '../../../music/guitar/position.js'
import type { NeckMark } from '../../fretboard/tokens.js'
import type { Stretch } from '../playback/song-cursor.js'

export interface Upcoming {
  /** Ascending onsets, in ms of song time. */
  readonly times: ArrayLike<number>
  positionOf(index: number): Position | undefined
  readonly positionMs: number
  readonly waiting?: boolean
  /** Whether a note of an awaited chord has already been played. */
  isPlayed?(index: number): boolean
  /** While stopped, notes at the playhead still count as upcoming. */
  readonly moving: boolean
  /** Playback rate: song time per clock time. */
  readonly rate: number
  readonly loop: Stretch | undefined
  /** Look-ahead in ms of clock time; 0 disables outlines. */
  readonly aheadMs: number
}

const MOST = 16
const SHORTEST_WAIT_MS = 30
const NONE: readonly NeckMark[] = []
const SAME_MS = 0.5

export function createUpcomingNotes(parts: {
  readonly clock: Pick<ClockPort, 'after'>
  readonly marks: Store<readonly NeckMark[]>
  readonly now: () => Upcoming | undefined
}) {
  const { clock, marks, now } = parts
  let timer: Disposable | undefined

  const changed = () => {
    timer?.dispose()
    timer = undefined
    const upcoming = now()
    const next = upcoming ? upcomingIndices(upcoming) : []
    const outlined = upcoming ? marksOf(next, upcoming) : NONE
    if (!isSame(outlined, marks.getState())) marks.setState(outlined, true)
    if (!upcoming?.moving || upcoming.aheadMs <= 0) return
    const wait = untilChange(upcoming, next)
    if (Number.isFinite(wait)) timer = clock.after(Math.max(SHORTEST_WAIT_MS, wait), changed)
  }

  return {
    changed,
    dispose() {
      timer?.dispose()
      marks.setState(NONE, true)
    },
  }
}

interface Ahead {
  readonly index: number
  /** Song time until the note starts, ms. */
  readonly inMs: number
}

function upcomingIndices(upcoming: Upcoming): readonly Ahead[] {
  const { times, positionMs, moving, rate, loop, aheadMs, waiting } = upcoming
  if (aheadMs <= 0 && !waiting) return []
  const reach = Math.max(waiting ? SAME_MS : 0, aheadMs * rate)
  const found: Ahead[] = []
  const collect = (fromMs: number, toMs: number, offset: number, behind: boolean) => {
    for (let index = firstNotBelow(times, fromMs); index < times.length && found.length < MOST; index += 1) {
      const at = times[index] ?? 0
      if (at >= toMs) return
      if (at > fromMs || !behind) found.push({ index, inMs: at + offset })
    }
  }
  const end = positionMs + reach
  if (loop && positionMs < loop.toMs && end > loop.toMs) {
    const left = loop.toMs - positionMs
    collect(positionMs, loop.toMs, -positionMs, moving)
    collect(loop.fromMs, Math.min(loop.toMs, loop.fromMs + reach - left), left - loop.fromMs, false)
  } else collect(positionMs, end, -positionMs, moving)
  return found
}

function marksOf(ahead: readonly Ahead[], { positionOf, waiting, isPlayed }: Upcoming): readonly NeckMark[] {
  const byPosition = new Map<string, NeckMark>()
  for (const { index, inMs } of ahead) {
    const position = positionOf(index)
    if (!position) continue
    const key = `${position.string}:${position.fret}`
    if (!byPosition.has(key))
      byPosition.set(key, {
        ...position,
        look: !waiting || inMs >= SAME_MS ? 'outline' : isPlayed?.(index) ? 'right' : 'awaited',
      })
  }
  return byPosition.size === 0 ? NONE : [...byPosition.values()]
}

/** Returns the clock time until a note starts or comes within the look-ahead, ms. */
function untilChange({ times, positionMs, rate, loop, aheadMs }: Upcoming, ahead: readonly Ahead[]): number {
  const begins = ahead[0]?.inMs ?? Number.POSITIVE_INFINITY
  const end = positionMs + aheadMs * rate
  const nextAt = times[firstNotBelow(times, end)] ?? Number.POSITIVE_INFINITY
  const repeats = loop ? Math.max(0, loop.toMs - end) : Number.POSITIVE_INFINITY
  const beyond = loop && end >= loop.toMs ? SHORTEST_WAIT_MS * 2 * rate : Math.min(nextAt - end, repeats)
  return Math.min(begins, Math.max(0, beyond)) / rate
}

function isSame(a: readonly NeckMark[], b: readonly NeckMark[]): boolean {
  return a.length === b.length && a.every((mark, at) => shallow(mark, b[at]))
}
