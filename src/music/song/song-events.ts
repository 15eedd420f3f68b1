import { atOnce, orderOf, partOf, ROWS_AT_ONCE, type Steps } from '../../core/platform/steps.js'
import { controllersInOrder, isBeforeProgram } from '../midi/controller-order.js'
import { bendToRaw } from '../midi/midi-message.js'
import { channelsOf, type Song, type Track } from './song.js'

export interface SongEvent {
  readonly atMs: number
  readonly bytes: readonly number[]
  readonly track: number
  readonly note?: number
}

/** General MIDI drum channel (channel 10, counted from 0), whose note numbers are not pitches. */
export const DRUM_CHANNEL = 9

const RANK = { off: 0, beforeProgram: 1, program: 2, controller: 3, brief: 4, on: 5 } as const

const RELEASE = 64

/**
 * Returns the song's events in order. Events at the same time are ordered as note-offs, controllers and pitch
 * bends, note-ons. A channel's program change is sent at time 0, and again when another track uses the
 * channel.
 */
export function songEvents(song: Song): SongEvent[] {
  return atOnce(songEventSteps(song))
}

const COLLECTED = 0.5

/** Like `songEvents`, but in steps, because a song may contain half a million messages. */
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
    const on = [0x90 | channel, midi, Math.max(1, Math.round(velocity * 127))]
    add(time, brief ? RANK.brief : RANK.on, on, note)
    add(brief ? time : end, brief ? RANK.brief : RANK.off, [0x80 | channel, midi, RELEASE], note)
    if (note % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield
  }
}

/**
 * Rounds to microseconds, so that the end of a note coincides with the start of the next. The offset avoids
 * ties: at 64 ticks per beat, a tick can be 7812.5 µs.
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
