import { createOutputLane, HandOver, type OutputLaneParts } from './output-lane.js'

/** Until then a note-off can be dropped; a busy page may delay the timer as long. */
const HAND_OVER_END_MS = 100

interface NoteEnd {
  readonly off: readonly number[]
  readonly from: number
  readonly at: number
}

export function createPlayingLane(parts: OutputLaneParts) {
  const { clock } = parts
  const lane = createOutputLane(parts)
  const handed: NoteEnd[] = [] // handed over; some may have gone out
  const handOver = (end: NoteEnd) => {
    lane.schedule(end.off, end.at)
    handed.push(end)
  }
  const waiting = new HandOver(clock, HAND_OVER_END_MS, handOver)

  const makeWay = (bytes: readonly number[], wantedMs: number): number => {
    const kind = (bytes[0] ?? 0) >> 4
    if (kind !== 0x8 && kind !== 0x9) return wantedMs
    const now = clock.now()
    const begins = kind === 0x9 && (bytes[2] ?? 0) > 0
    let at = wantedMs
    for (let index = handed.length - 1; index >= 0; index -= 1) {
      const end = handed[index]
      if (!end || end.at <= now) handed.splice(index, 1)
      // Too late to drop the end, so the note waits for it.
      else if (begins && isSameNote(end.off, bytes) && end.from <= at && at < end.at) at = end.at
    }
    const moment = Math.max(at, now)
    for (let index = waiting.items.length - 1; index >= 0; index -= 1) {
      const end = waiting.items[index]
      if (!end || !isSameNote(end.off, bytes) || end.from > moment || end.at < moment) continue
      waiting.items.splice(index, 1)
      if (begins) lane.schedule(end.off, moment)
    }
    waiting.watch()
    return at
  }

  const schedule = (bytes: readonly number[], atMs: number) => {
    const quiet = waiting.items.length === 0 && handed.length === 0
    const at = quiet ? atMs : makeWay(bytes, atMs)
    lane.schedule(bytes, at)
    return at
  }

  const forget = () => {
    handed.length = 0
    waiting.clear()
  }

  return {
    schedule,
    /** If the note begins again first, its note-off comes right before that; if another message ends it, it is dropped. */
    play(on: readonly number[], atMs: number, off: readonly number[], endMs: number) {
      const from = schedule(on, atMs)
      const end = { off, from, at: endMs + from - atMs }
      if (end.at - clock.now() <= HAND_OVER_END_MS) handOver(end)
      else waiting.add(end)
    },
    silence(orders?: readonly (readonly number[])[]) {
      forget()
      lane.silence(orders)
    },
    lose() {
      forget()
      lane.lose()
    },
  }
}

export type PlayingLane = ReturnType<typeof createPlayingLane>

function isSameNote(a: readonly number[], b: readonly number[]): boolean {
  return a[1] === b[1] && ((a[0] ?? 0) & 15) === ((b[0] ?? 0) & 15)
}
