import type { ClockPort } from '../../../core/platform/ports.js'
import type { Disposable } from '../../../core/platform/store.js'
import { leavesSounding, PortState } from '../../../music/midi/port-state.js'
import type { Technique } from '../../../music/song/techniques.js'
import type { OutputTarget } from '../tokens.js'

/** Fixed delay that absorbs timer jitter (specification, section 7). */
export const OUTPUT_DELAY_MS = 10

const HOLD_BEYOND_MS = 150 // later messages are held back; a port can't cancel a message
const HAND_OVER_MS = 100 // longer than a busy page can delay a timer

export interface OutputLaneParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly send: OutputTarget['send']
}

export function createOutputLane({ clock, send }: OutputLaneParts) {
  const sounding = new PortState()
  const held = new HandOver<TimedMessage>(clock, HAND_OVER_MS, ({ bytes, at, techniques }) =>
    handOver(bytes, at, techniques),
  )
  const ahead: TimedMessage[] = [] // handed to the port but not yet sent
  let last = Number.NEGATIVE_INFINITY // due time of the last message handed over
  let floor = Number.NEGATIVE_INFINITY // time of the last silence, which no message may precede
  /** `ends`: messages of the last silence, due at `floor`. `owed`: messages that a lost port didn't send. */
  let ends: readonly (readonly number[])[] = []
  let owed: readonly (readonly number[])[] = []

  const settle = (untilMs: number) => {
    for (let first = ahead[0]; first && first.at <= untilMs; first = ahead[0]) {
      ahead.shift()
      sounding.apply(first.bytes)
    }
  }

  const handOver: OutputTarget['send'] = (bytes, atMs, techniques) => {
    const now = clock.now()
    const at = Math.max(atMs, floor, now)
    last = Math.max(last, at)
    settle(now)
    addByTime(ahead, { bytes, at })
    send(bytes, at, techniques)
  }

  return {
    /** @param atMs time on the application's clock; a time in the past means now */
    schedule(...[bytes, atMs, techniques]: Parameters<OutputTarget['send']>) {
      if (atMs - clock.now() <= HOLD_BEYOND_MS) {
        // Ports send messages with equal timestamps in call order.
        held.until(atMs)
        handOver(bytes, atMs, techniques)
      } else held.add({ bytes, at: atMs, techniques })
    },
    /** Discards held messages, sends note-offs after the last message handed over, then sends `orders`. */
    silence(orders: readonly (readonly number[])[] = []) {
      held.clear()
      settle(Number.POSITIVE_INFINITY)
      const quiet = [...owed, ...sounding.silence()]
      owed = []
      const messages = [...quiet, ...orders]
      if (messages.length === 0) return
      // A panic may follow a silence that is still pending.
      ends = clock.now() < floor ? [...ends, ...quiet] : quiet
      const at = Math.max(last, clock.now() + OUTPUT_DELAY_MS) + 1
      for (const bytes of messages) send(bytes, at)
      last = at
      floor = at
    },
    /** Call when the port is lost. Its instrument may keep sounding until `silence` is called. */
    lose() {
      held.clear()
      if (clock.now() < floor) owed = ends
      settle(clock.now())
      // Assume the worst: note-ons were sent and note-offs weren't.
      for (const { bytes } of ahead.splice(0)) if (leavesSounding(bytes)) sounding.apply(bytes)
    },
  }
}

interface TimedMessage {
  readonly bytes: readonly number[]
  readonly at: number
  readonly techniques?: readonly Technique[] | undefined
}

/** Hands over items in time order, shortly before they are due. Items with equal times keep their order. */
export class HandOver<T extends { readonly at: number }> {
  readonly items: T[] = []
  private timer: Disposable | undefined
  private timerFor: number | undefined

  constructor(
    private readonly clock: Pick<ClockPort, 'now' | 'after'>,
    private readonly aheadMs: number,
    private readonly handOver: (item: T) => void,
  ) {}

  add(item: T): void {
    addByTime(this.items, item)
    this.watch()
  }

  until(ms: number): void {
    for (let first = this.items[0]; first && first.at <= ms; first = this.items[0]) {
      this.items.shift()
      this.handOver(first)
    }
    this.watch()
  }

  clear(): void {
    this.items.length = 0
    this.watch()
  }

  watch(): void {
    const due = this.items[0]?.at
    if (due === this.timerFor) return
    this.timer?.dispose()
    this.timerFor = due
    this.timer = undefined
    if (due === undefined) return
    this.timer = this.clock.after(due - this.aheadMs - this.clock.now(), () => {
      this.timerFor = undefined
      this.until(this.clock.now() + this.aheadMs)
    })
  }
}

function addByTime<T extends { readonly at: number }>(items: T[], item: T): void {
  let index = items.length
  while (index > 0 && (items[index - 1]?.at ?? 0) > item.at) index -= 1
  if (index === items.length) items.push(item)
  else items.splice(index, 0, item)
}

/** Time before the due time from which a note-off can no longer be canceled, ms. */
const HAND_OVER_END_MS = 100

interface NoteEnd {
  readonly off: readonly number[]
  readonly from: number
  readonly at: number
}

export function createPlayingLane(parts: OutputLaneParts) {
  const { clock } = parts
  const lane = createOutputLane(parts)
  const handed: NoteEnd[] = [] // handed over, possibly already sent
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
      // The note-off can no longer be canceled, so delay the new note until then.
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

  const schedule = (...[bytes, atMs, techniques]: Parameters<OutputTarget['send']>) => {
    const quiet = waiting.items.length === 0 && handed.length === 0
    const at = quiet ? atMs : makeWay(bytes, atMs)
    lane.schedule(bytes, at, techniques)
    return at
  }

  const forget = () => {
    handed.length = 0
    waiting.clear()
  }

  return {
    schedule,
    /**
     * Plays a note with a scheduled note-off. The note-off is sent early if the
     * same note starts again, and dropped if another message ends the note.
     */
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
