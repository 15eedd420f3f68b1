/** A song as one ordered stream of MIDI messages, ready to be sent. */
import { atOnce, orderOf, partOf, ROWS_AT_ONCE, type Steps } from '../../platform/steps.js'
import { controllersInOrder, isBeforeProgram } from '../midi/controller-order.js'
import { bendToRaw } from '../midi/midi-message.js'
import { channelsOf, type Song, type Track } from './song.js'

export interface SongEvent {
  /** Milliseconds from the start of the song, to the microsecond. */
  readonly atMs: number
  /** Status byte first; always valid MIDI. */
  readonly bytes: readonly number[]
  /** Index of the track it comes from. */
  readonly track: number
  /** Of a note's beginning and end: the index of the note in its track. */
  readonly note?: number
}

/** General MIDI plays drums on channel 10 (here counted from 0): its note numbers are not pitches. */
export const DRUM_CHANNEL = 9

/** What goes first when several things happen at once. */
const RANK = { off: 0, beforeProgram: 1, program: 2, controller: 3, brief: 4, on: 5 } as const

/** Release velocity of notes, which the JSON does not keep: 64 of 127 (specification, section 9). */
const RELEASE = 64

/**
 * All messages of a song in order: by time, note-offs before controllers and bends before note-ons, then as
 * the file has them. A note of no length keeps its own note-off right behind it. Each channel's instrument is
 * sent at 0, and again where a track with another instrument takes the channel over, behind the bank of that moment.
 */
export function songEvents(song: Song): SongEvent[] {
  return atOnce(songEventSteps(song))
}

/** How far the work is, 0–1, when the messages are collected; then they are ordered and the instruments put in. */
const COLLECTED = 0.5

/** The same in steps: a song may hold half a million messages. */
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
  /** Of each event, and so are the ranks: numbers side by side are sorted in a third of the time. */
  readonly times: number[]
  readonly ranks: number[]
}

/** Of each channel: its first track that sends anything. */
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
  const add = (seconds: number, rank: number, bytes: readonly number[], note?: number) => {
    const atMs = toMs(seconds)
    events.push(note === undefined ? { atMs, bytes, track: index } : { atMs, bytes, track: index, note })
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
  for (const [note, { time, duration, midi, velocity, channel = track.channel }] of track.notes.entries()) {
    const end = time + duration
    const brief = toMs(end) <= toMs(time)
    // A velocity of 0 would be a note-off, so the softest note is 1.
    const on = [0x90 | channel, midi, Math.max(1, Math.round(velocity * 127))]
    add(time, brief ? RANK.brief : RANK.on, on, note)
    add(brief ? time : end, brief ? RANK.brief : RANK.off, [0x80 | channel, midi, RELEASE], note)
    if (note % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield
  }
}

/**
 * Microseconds are fine enough to hear nothing and coarse enough that the end of one note and the start of the
 * next, computed in floating point along different ways, fall together. The nudge keeps ticks of exactly half
 * a microsecond (7812.5 at 64 ticks per beat) off the edge where they would not.
 */
function toMs(seconds: number): number {
  return Math.floor(seconds * 1e6 + 0.618) / 1000
}

interface Ordered extends Collected {
  /** Indices of the events, the first one first. */
  readonly order: Uint32Array
}

/** Puts the instruments of tracks that take a channel over between the events, which come out in their order. */
function* programSteps({ events, ranks, order }: Ordered, tracks: readonly Track[]): Steps<SongEvent[]> {
  const sorted: SongEvent[] = []
  const current = new Map<number, number>()
  /** Of each track: the instrument that it plays now. */
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
