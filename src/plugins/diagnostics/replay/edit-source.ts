import { phrases, SentenceError } from '../../../core/platform/phrases.js'
import { getOrMake } from '../../../core/platform/store.js'
import { timeOfDay, timeOfDayMs } from '../../../music/midi/midi-event.js'
import { isNoteOff, isNoteOn } from '../../../music/midi/midi-message.js'
import { chased } from './chase.js'
import { noteKey, type ReplayEvent, type ReplaySource, transposed } from './replay-source.js'

export interface ReplayEdits {
  readonly speed?: number
  /** Ms since the first event. */
  readonly fromMs?: number
  readonly toMs?: number
  /** Track numbers or names, channels (`ch10`), or ports in a log. */
  readonly solo?: readonly string[]
  readonly mute?: readonly string[]
  /** Semitones. Drums are not transposed. */
  readonly transpose?: number
}

const SENTENCES = phrases({
  part_unknown: 'There’s no “{{part}}” to solo or mute. Available: {{known}}.',
  from_beyond_end:
    'There’s nothing to play after {{from}} s: the file is only {{length}} s long. Choose an earlier start.',
})

/** @throws SentenceError `part_unknown`, `from_beyond_end` */
export function editSource(source: ReplaySource, edits: ReplayEdits): ReplaySource {
  const { speed = 1, fromMs = 0, toMs, solo = [], mute = [], transpose = 0 } = edits
  if (fromMs > 0 && fromMs >= source.lengthMs) {
    const inSeconds = (ms: number) => Math.round(ms) / 1000
    throw new SentenceError('from_beyond_end', SENTENCES.from_beyond_end, {
      from: inSeconds(fromMs),
      length: inSeconds(source.lengthMs),
    })
  }
  let edited = source
  if (solo.length > 0 || mute.length > 0) edited = filtered(edited, partFilter(source, solo, mute))
  if (transpose !== 0) edited = inKey(edited, transpose)
  if (fromMs > 0 || toMs !== undefined) edited = cut(edited, fromMs, toMs)
  if (speed !== 1) edited = atSpeed(edited, speed)
  return edited === source ? source : { ...edited, edited: true }
}

function filtered(source: ReplaySource, isWanted: (event: ReplayEvent) => boolean): ReplaySource {
  return { ...source, state: source.state.filter(isWanted), events: source.events.filter(isWanted) }
}

function inKey(source: ReplaySource, semitones: number): ReplaySource {
  let lost = 0
  const move = (events: readonly ReplayEvent[]) =>
    events.flatMap(event => {
      const raw = transposed(event.raw, semitones)
      if (raw === undefined && isNoteOn(event.raw)) lost += 1
      const { noteIndex: _, ...rest } = event
      return raw === undefined ? [] : [{ ...rest, raw }]
    })
  const edited = { ...source, state: move(source.state), events: move(source.events) }
  if (lost === 0) return edited
  const note = `${lost} ${lost === 1 ? 'note is' : 'notes are'} out of range in that key and omitted.`
  return { ...edited, notes: [...source.notes, note] }
}

/** Keeps the state before `fromMs`, except for notes that started earlier. */
function cut(source: ReplaySource, fromMs: number, toMs: number | undefined): ReplaySource {
  const start = source.startMs + fromMs
  const end = source.startMs + Math.max(fromMs, toMs ?? source.lengthMs)
  /** A note that starts exactly at the cut is excluded, unless the source ends there. */
  const isBeyond = ({ at, raw }: ReplayEvent) =>
    at > end || (toMs !== undefined && at === end && !isNoteOff(raw))
  const events: ReplayEvent[] = []
  const sounding = begunBefore(source, start)
  for (const event of source.events) {
    if (event.at < start || isBeyond(event)) continue
    if (isNoteOff(event.raw)) {
      const begun = endFirst(sounding, event)
      if (fromMs > 0 && !begun) continue
    }
    if (isNoteOn(event.raw)) begin(sounding, event, event)
    events.push(event)
  }
  for (const begun of [...sounding.values()].flat()) {
    if (!begun) continue
    const { raw, portId, string, track, at, time } = begun
    const off = [0x80 | ((raw[0] ?? 0) & 15), raw[1] ?? 0, 64]
    events.push({ raw: off, portId, at: end, time: later(time, end - at), string, track })
  }
  const time = events[0]?.time ?? timeOfDay(0)
  const state = fromMs > 0 ? chased(source, start, time) : source.state
  return { ...source, state, events, startMs: start, lengthMs: end - start }
}

/** Sounding notes by pitch, oldest first; `undefined` for notes that started before the cut. */
type Sounding = Map<string, (ReplayEvent | undefined)[]>

const trackNoteKey = (event: ReplayEvent) => `${noteKey(event)} ${event.track ?? ''}`

function begin(sounding: Sounding, event: ReplayEvent, begun: ReplayEvent | undefined): void {
  getOrMake(sounding, trackNoteKey(event), () => []).push(begun)
}

/** If a pitch sounds twice, the older note ends first, as in MIDI files. */
function endFirst(sounding: Sounding, event: ReplayEvent): ReplayEvent | undefined {
  const key = trackNoteKey(event)
  const notes = sounding.get(key)
  const first = notes?.shift()
  if (notes?.length === 0) sounding.delete(key)
  return first
}

/** Ignores notes without a note-off in the log. They would consume a later note's note-off. */
function begunBefore({ state, events }: ReplaySource, start: number): Sounding {
  const sounding: Sounding = new Map()
  const endsToCome = new Map<string, number>()
  for (const event of state) if (isNoteOn(event.raw)) begin(sounding, event, undefined)
  for (const event of events) {
    const [isOn, isEnd] = [isNoteOn(event.raw), isNoteOff(event.raw)]
    if (!isOn && !isEnd) continue
    if (event.at >= start) {
      const key = trackNoteKey(event)
      endsToCome.set(key, (endsToCome.get(key) ?? 0) + (isEnd ? 1 : -1))
    } else if (isEnd) endFirst(sounding, event)
    else begin(sounding, event, undefined)
  }
  for (const [key, notes] of sounding) {
    notes.length = Math.min(notes.length, Math.max(0, endsToCome.get(key) ?? 0))
    if (notes.length === 0) sounding.delete(key)
  }
  return sounding
}

function atSpeed(source: ReplaySource, speed: number): ReplaySource {
  const origin = source.kind === 'song' ? 0 : source.startMs
  const scale = (at: number) => origin + (at - origin) / speed
  const move = (events: readonly ReplayEvent[]) =>
    events.map(({ noteIndex: _, ...event }) => {
      const at = scale(event.at)
      return { ...event, at, time: later(event.time, at - event.at) }
    })
  return {
    ...source,
    state: move(source.state),
    events: move(source.events),
    startMs: scale(source.startMs),
    lengthMs: source.lengthMs / speed,
  }
}

export function later(time: string, ms: number): string {
  const DAY_MS = 86_400_000
  // Rounded, so that fractions don't make times a millisecond earlier than in the log.
  const moved = timeOfDayMs(time) + Math.round(ms * 1000) / 1000
  return timeOfDay(((moved % DAY_MS) + DAY_MS) % DAY_MS)
}

/** @throws SentenceError `part_unknown` */
function partFilter(source: ReplaySource, solo: readonly string[], mute: readonly string[]) {
  const wanted = solo.map(part => partNamed(source, part))
  const unwanted = mute.map(part => partNamed(source, part))
  return (event: ReplayEvent) =>
    (wanted.length === 0 || wanted.some(belongs => belongs(event))) &&
    !unwanted.some(belongs => belongs(event))
}

function partNamed(source: ReplaySource, part: string): (event: ReplayEvent) => boolean {
  const channel = /^ch(\d{1,2})$/i.exec(part)?.[1]
  if (channel !== undefined && Number(channel) >= 1 && Number(channel) <= 16) {
    return ({ raw: [status = 0] }) => status < 0xf0 && (status & 15) === Number(channel) - 1
  }
  const tracks = source.tracks.flatMap(({ name }, index) =>
    String(index + 1) === part || sameWords(name, part) ? [index] : [],
  )
  if (tracks.length > 0) return ({ track }) => track !== undefined && tracks.includes(track)
  if (source.kind === 'log' && source.events.some(({ portId }) => sameWords(portId, part))) {
    return ({ portId }) => sameWords(portId, part)
  }
  throw new SentenceError('part_unknown', SENTENCES.part_unknown, { part, known: knownParts(source) })
}

function knownParts({ tracks, events, kind }: ReplaySource): string {
  const channels = new Set(events.flatMap(({ raw: [s = 0] }) => (s < 0xf0 ? [(s & 15) + 1] : [])))
  const names = [...channels].sort((a, b) => a - b).map(channel => `ch${channel}`)
  const ports = kind === 'log' ? [...new Set(events.map(({ portId }) => portId))] : []
  return [...tracks.map(({ name }, index) => (name ? `${index + 1} (${name})` : `${index + 1}`)), ...ports]
    .concat(names)
    .join(', ')
}

function sameWords(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}
