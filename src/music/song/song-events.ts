import { firstNotBelow } from '../../core/platform/ordered.js'
import { atOnce, orderOf, partOf, ROWS_AT_ONCE, type Steps } from '../../core/platform/steps.js'
import { bendToRaw } from '../midi/midi-message.js'
import {
  CONTROLLER,
  isDataEntry,
  isDataStep,
  isModeMessage,
  isParameterSelector,
  PortState,
} from '../midi/port-state.js'
import { channelsOf, type Song, type SongControlChange, type Track } from './song.js'
import type { Technique } from './techniques.js'

export interface SongEvent {
  readonly atMs: number
  readonly bytes: readonly number[]
  readonly track: number
  readonly note?: number
  /** Playing techniques of a note-on. */
  readonly techniques?: readonly Technique[]
}

/** General MIDI drum channel (channel 10, counted from 0), whose note numbers are not pitches. */
export const DRUM_CHANNEL = 9

const RANK = { off: 0, beforeProgram: 1, program: 2, controller: 3, brief: 4, on: 5 } as const

const RELEASE = 64

/**
 * Returns the song's events in order. At the same time, note-offs come before controllers and pitch bends,
 * which come before note-ons. Sends a channel's program at time 0, and again when another track uses the
 * channel.
 */
export function songEvents(song: Song): SongEvent[] {
  return atOnce(songEventSteps(song))
}

const COLLECTED = 0.5

/** Like `songEvents`, but in steps: a song may contain half a million messages. */
export function* songEventSteps(song: Song): Steps<SongEvent[]> {
  const collected: Collected = { events: [], times: [], ranks: [] }
  const { events, times, ranks } = collected
  addFirstPrograms(song.tracks, collected)
  const rows = song.tracks.reduce((sum, { notes }) => sum + 2 * notes.length, 1)
  for (const [index, track] of song.tracks.entries()) {
    for (const _ of trackSteps(track, index, collected)) yield COLLECTED * Math.min(1, events.length / rows)
  }
  const compare = (a: number, b: number) =>
    (times[a] ?? 0) - (times[b] ?? 0) || (ranks[a] ?? 0) - (ranks[b] ?? 0)
  const order = orderOf(events.length, compare)
  return yield* partOf(programSteps({ ...collected, order }, song.tracks), COLLECTED, 1)
}

interface Collected {
  readonly events: SongEvent[]
  readonly times: number[]
  readonly ranks: number[]
}

function firstTracks(tracks: readonly Track[]): Map<number, Track> {
  const first = new Map<number, Track>()
  for (const track of tracks) {
    if (!hasMessages(track)) continue
    for (const channel of channelsOf(track)) if (!first.has(channel)) first.set(channel, track)
  }
  return first
}

function addFirstPrograms(tracks: readonly Track[], { events, times, ranks }: Collected): void {
  for (const [channel, track] of firstTracks(tracks)) {
    events.push({ atMs: 0, bytes: [0xc0 | channel, track.instrument.number], track: tracks.indexOf(track) })
    times.push(0)
    ranks.push(RANK.program)
  }
}

function* trackSteps(track: Track, index: number, into: Collected): Generator<unknown, void, void> {
  const { events, times, ranks } = into
  const add = (
    seconds: number,
    rank: number,
    bytes: readonly number[],
    more: Pick<SongEvent, 'note' | 'techniques'> = {},
  ) => {
    const atMs = toMs(seconds)
    events.push({ atMs, bytes, track: index, ...more })
    times.push(atMs)
    ranks.push(rank)
  }
  for (const { time, number, channel = track.channel } of track.programChanges ?? []) {
    add(time, RANK.program, [0xc0 | channel, number])
  }
  for (const { time, number, value, channel = track.channel } of controllersInOrder(track)) {
    const rank = isBeforeProgram(number) ? RANK.beforeProgram : RANK.controller
    add(time, rank, [0xb0 | channel, number, Math.round(value * 127)])
    if (events.length % ROWS_AT_ONCE === 0) yield
  }
  for (const { time, value, channel = track.channel } of track.pitchBends) {
    const raw = bendToRaw(value)
    add(time, RANK.controller, [0xe0 | channel, raw & 127, raw >> 7])
    if (events.length % ROWS_AT_ONCE === 0) yield
  }
  for (const [
    note,
    { time, duration, midi, velocity, channel = track.channel, techniques },
  ] of track.notes.entries()) {
    const end = time + duration
    const brief = toMs(end) <= toMs(time)
    const on = [0x90 | channel, midi, Math.max(1, Math.round(velocity * 127))]
    add(time, brief ? RANK.brief : RANK.on, on, techniques ? { note, techniques } : { note })
    add(brief ? time : end, brief ? RANK.brief : RANK.off, [0x80 | channel, midi, RELEASE], { note })
    if (note % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield
  }
}

/**
 * Rounds to microseconds, so that a note ends exactly when the next one starts. At 64 ticks per beat, a tick
 * can be 7812.5 µs, so the offset avoids ties.
 */
function toMs(seconds: number): number {
  return Math.floor(seconds * 1e6 + 0.618) / 1000
}

interface Ordered extends Collected {
  readonly order: Uint32Array
}

function* programSteps({ events, ranks, order }: Ordered, tracks: readonly Track[]): Steps<SongEvent[]> {
  const sorted: SongEvent[] = []
  const current = new Map<number, number>()
  const programs = tracks.map(({ instrument }) => instrument.number)
  for (const [channel, track] of firstTracks(tracks)) current.set(channel, track.instrument.number)
  for (const [place, index] of order.entries()) {
    const event = events[index]
    if (!event) continue
    const [status = 0, first = 0] = event.bytes
    const channel = status & 15
    const program = programs[event.track]
    if ((ranks[index] ?? 0) >= RANK.brief && program !== undefined && current.get(channel) !== program) {
      current.set(channel, program)
      sorted.push({ atMs: event.atMs, bytes: [0xc0 | channel, program], track: event.track })
    }
    if (status >> 4 === 0xc) {
      programs[event.track] = first
      current.set(channel, first)
    }
    sorted.push(event)
    if (place % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield place / order.length
  }
  return sorted
}

function hasMessages({ notes, pitchBends, controlChanges }: Track): boolean {
  return notes.length > 0 || pitchBends.length > 0 || Object.keys(controlChanges).length > 0
}

type Changes = readonly SongControlChange[]

const BANK: readonly number[] = [CONTROLLER.bank, CONTROLLER.bankFine]

const REGISTERED = { coarse: CONTROLLER.registeredCoarse, fine: CONTROLLER.registeredFine } as const
const NON_REGISTERED = { coarse: CONTROLLER.nonRegisteredCoarse, fine: CONTROLLER.nonRegisteredFine } as const
const NULL_HALF = 127

const ENTRY: readonly number[] = [
  CONTROLLER.dataEntry,
  CONTROLLER.dataEntryFine,
  CONTROLLER.dataIncrement,
  CONTROLLER.dataDecrement,
]

/**
 * Resets come first because they would clear the others. A bank takes effect with the next program change.
 */
const CONTROLLER_RANK = { mode: 0, bank: 1, parameter: 2, other: 3 } as const

function rankOf(controller: number): number {
  if (isModeMessage(controller)) return CONTROLLER_RANK.mode
  if (BANK.includes(controller)) return CONTROLLER_RANK.bank
  const isOfParameter = isParameterSelector(controller) || isDataEntry(controller) || isDataStep(controller)
  return isOfParameter ? CONTROLLER_RANK.parameter : CONTROLLER_RANK.other
}

export function isBeforeProgram(controller: number): boolean {
  return rankOf(controller) <= CONTROLLER_RANK.bank
}

/**
 * Restores the order of control changes at one tick, which JSON groups by controller: mode messages
 * (120–127), bank, parameters (selectors first), then all others by number.
 */
export function controllersInOrder({ controlChanges }: Pick<Track, 'controlChanges'>): Changes {
  const all = Object.values(controlChanges).flat()
  const channels = new Set(all.map(({ channel }) => channel))
  const ordered = [...channels].flatMap(each => inOrder(all.filter(({ channel }) => channel === each)))
  return channels.size > 1 ? ordered.sort((a, b) => a.ticks - b.ticks) : ordered
}

function inOrder(all: SongControlChange[]): SongControlChange[] {
  all.sort((a, b) => a.ticks - b.ticks || rankOf(a.number) - rankOf(b.number) || a.number - b.number)
  const sorted: SongControlChange[] = []
  let parameters: SongControlChange[] = []
  for (const change of all) {
    const isParameter = rankOf(change.number) === CONTROLLER_RANK.parameter
    if (!isParameter || parameters[0]?.ticks !== change.ticks) {
      for (const each of parametersInOrder(parameters)) sorted.push(each)
      parameters = []
    }
    if (isParameter) parameters.push(change)
    else sorted.push(change)
  }
  for (const each of parametersInOrder(parameters)) sorted.push(each)
  return sorted
}

type Entry = Changes

/** Pairs parameters with values at one tick, RPNs before NRPNs. The null parameter gets no value. */
function parametersInOrder(changes: Changes): Changes {
  if (changes.length < 2) return changes
  const of = (controller: number) => changes.filter(({ number }) => number === controller)
  const kinds = [REGISTERED, NON_REGISTERED].map(({ coarse, fine }) => selections(of(coarse), of(fine)))
  const values = inRows(ENTRY.map(of))
  const behind = kinds.map(kind => kind.slice(kind.findLastIndex(entry => !isNone(entry)) + 1))
  const selected = kinds.flatMap((kind, index) => kind.slice(0, kind.length - (behind[index]?.length ?? 0)))
  const last = selected.length - 1
  let next = 0
  const ordered: Entry[] = []
  for (const [index, selection] of selected.entries()) {
    ordered.push(selection)
    if (isNone(selection)) continue
    const end = index === last ? values.length : next + 1
    for (const value of values.slice(next, end)) ordered.push(value)
    next = end
  }
  const entries = last < 0 ? values : ordered
  return [...entries, ...behind.flat()].flat()
}

/** Pairs coarse and fine selector bytes, section by section if both have equally many null parameters. */
function selections(coarse: Changes, fine: Changes): Entry[] {
  const [coarseParts, fineParts] = [splitAtNull(coarse), splitAtNull(fine)]
  if (coarseParts.length !== fineParts.length) return inRows([coarse, fine])
  return coarseParts.flatMap((part, index) => {
    const other = fineParts[index] ?? { before: [], none: [] }
    return [...inRows([part.before, other.before]), ...inRows([part.none, other.none])]
  })
}

interface Part {
  readonly before: SongControlChange[]
  readonly none: SongControlChange[]
}

function splitAtNull(halves: Changes): Part[] {
  const parts: Part[] = [{ before: [], none: [] }]
  for (const half of halves) {
    const part = parts.at(-1)
    if (!isNullHalf(half)) part?.before.push(half)
    else {
      part?.none.push(half)
      parts.push({ before: [], none: [] })
    }
  }
  return parts
}

function isNone(entry: Entry): boolean {
  return entry.every(isNullHalf)
}

function isNullHalf({ value }: SongControlChange): boolean {
  return Math.round(value * 127) === NULL_HALF
}

function inRows(columns: readonly Changes[]): Entry[] {
  const length = columns.reduce((most, column) => Math.max(most, column.length), 0)
  return Array.from({ length }, (_, row) => columns.flatMap(column => column[row] ?? []))
}

interface ScoreNote {
  readonly track: number
  readonly note: number
  /** MIDI channel, 0–15. */
  readonly channel: number
  /** MIDI note, 0–127. */
  readonly pitch: number
  /** Song time, ms. */
  readonly atMs: number
}

/** Song events, numbered by note, and the MIDI state before each event. */
export interface SongScore {
  readonly events: readonly SongEvent[]
  /** Index in `notes` for each event, or −1. */
  readonly numbers: Int32Array
  readonly notes: readonly ScoreNote[]
  /** Time of the last event, ms. */
  readonly endMs: number
  /** Returns the index of the first event at or after a time. */
  firstAt(ms: number): number
  /** Returns a copy of the MIDI state before an event. */
  stateBefore(index: number): PortState
}

const STEPS = { ordered: 0.7, numbered: 0.95 } as const

export const EMPTY_SCORE = scoreOf({
  header: { name: '', ppq: 480, tempos: [], timeSignatures: [], keySignatures: [], meta: [] },
  tracks: [],
})

export function scoreOf(song: Song): SongScore {
  return atOnce(scoreSteps(song))
}

export function* scoreSteps(song: Song): Steps<SongScore> {
  const events = yield* partOf(songEventSteps(song), 0, STEPS.ordered)
  const numbered = yield* partOf(numberSteps(events, song), STEPS.ordered, STEPS.numbered)
  const { times, numbers, notes, setting } = numbered
  return {
    events,
    numbers,
    notes,
    endMs: events.at(-1)?.atMs ?? 0,
    firstAt: ms => firstNotBelow(times, ms),
    stateBefore: yield* partOf(stateSteps(events, setting), STEPS.numbered, 1),
  }
}

interface Numbered extends Pick<SongScore, 'numbers' | 'notes'> {
  readonly times: Float64Array
  readonly setting: readonly number[]
}

function* numberSteps(events: readonly SongEvent[], { tracks }: Song): Steps<Numbered> {
  const times = new Float64Array(events.length)
  const numbers = new Int32Array(events.length).fill(-1)
  const notes: ScoreNote[] = []
  /** Typed arrays, since a damaged song can have a million notes. */
  const begun = tracks.map(track => new Int32Array(track.notes.length).fill(-1))
  const setting: number[] = []
  for (const [index, { note, track, atMs, bytes }] of events.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield index / events.length
    times[index] = atMs
    if (note === undefined) {
      setting.push(index)
      continue
    }
    const numbersOfTrack = begun[track]
    const known = numbersOfTrack?.[note] ?? -1
    if (known < 0) {
      if (numbersOfTrack) numbersOfTrack[note] = notes.length
      numbers[index] = notes.length
      const [status = 0, pitch = 0] = bytes
      notes.push({ track, note, channel: status & 15, pitch, atMs })
    } else numbers[index] = known
  }
  return { times, numbers, notes, setting }
}

/** Number of events between state snapshots. A seek must apply the events in between. */
const STATE_EVERY = 2048

function* stateSteps(
  events: readonly SongEvent[],
  setting: readonly number[],
): Steps<SongScore['stateBefore']> {
  const apply = (state: PortState, from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      const event = events[setting[at] ?? -1]
      if (event) state.apply(event.bytes)
    }
  }
  const kept: PortState[] = []
  const running = new PortState()
  for (let from = 0; from < setting.length; from += STATE_EVERY) {
    if (from > 0) yield from / setting.length
    kept.push(new PortState(running))
    apply(running, from, Math.min(from + STATE_EVERY, setting.length))
  }
  return end => {
    const count = firstNotBelow(setting, end)
    const before = Math.floor(count / STATE_EVERY)
    const state = new PortState(kept[before] ?? (count === 0 ? undefined : running))
    apply(state, before * STATE_EVERY, count)
    return state
  }
}
