/** A song as one ordered stream of MIDI messages, ready to be sent. */

import { CONTROLLER } from './controller-numbers.js'
import { bendToRaw } from './midi-message.js'
import type { Song, SongControlChange, Track } from './song.js'

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

/** What goes first when several things happen at once. */
const RANK = { off: 0, controller: 1, brief: 2, on: 3 } as const

interface Ranked extends SongEvent {
  readonly note: number | undefined
  readonly rank: number
  readonly sequence: number
}

/** Release velocity of notes, which the JSON does not keep: 64 of 127 (specification, section 9). */
const RELEASE = 64

/**
 * All messages of a song in order: by time, note-offs before controllers and bends before note-ons, then as
 * the file has them. A note of no length keeps its own note-off right behind it. Each channel's instrument is
 * sent at 0, and again where a track with another instrument takes the channel over.
 */
export function songEvents(song: Song): SongEvent[] {
  const ranked: Ranked[] = []
  for (const [index, track] of song.tracks.entries()) addTrack(ranked, track, index)
  ranked.sort((a, b) => a.atMs - b.atMs || a.rank - b.rank || a.sequence - b.sequence)
  return withProgrammes(ranked, song.tracks)
}

function addTrack(ranked: Ranked[], track: Track, index: number): void {
  const { channel } = track
  const add = (seconds: number, rank: number, bytes: number[], note?: number) => {
    ranked.push({ atMs: toMs(seconds), bytes, track: index, note, rank, sequence: ranked.length })
  }
  for (const { time, number, value } of inOrderOfParameters(track)) {
    add(time, RANK.controller, [0xb0 | channel, number, Math.round(value * 127)])
  }
  for (const { time, value } of track.pitchBends) {
    const raw = bendToRaw(value)
    add(time, RANK.controller, [0xe0 | channel, raw & 127, raw >> 7])
  }
  for (const [note, { time, duration, midi, velocity }] of track.notes.entries()) {
    const end = time + duration
    const brief = toMs(end) <= toMs(time)
    // A velocity of 0 would be a note-off, so the softest note is 1.
    const on = [0x90 | channel, midi, Math.max(1, Math.round(velocity * 127))]
    add(time, brief ? RANK.brief : RANK.on, on, note)
    add(brief ? time : end, brief ? RANK.brief : RANK.off, [0x80 | channel, midi, RELEASE], note)
  }
}

/**
 * The JSON keeps the changes of each controller for itself. Of those that a file has at one moment, as the bend
 * range at the beginning of most songs, a parameter is selected before its value comes; a second selection, as
 * that of no parameter, comes behind the value of the first.
 */
function inOrderOfParameters({ controlChanges }: Track): SongControlChange[] {
  const ordered: { readonly change: SongControlChange; readonly round: number }[] = []
  for (const changes of Object.values(controlChanges)) {
    let round = 0
    for (const [index, change] of changes.entries()) {
      round = changes[index - 1]?.ticks === change.ticks ? round + 1 : 0
      ordered.push({ change, round })
    }
  }
  ordered.sort((a, b) => a.round - b.round || placeOf(a.change.number) - placeOf(b.change.number))
  return ordered.map(({ change }) => change)
}

/** Within what comes at once: 99 and 98 or 101 and 100 select, 6 and 38 set, 96 and 97 step. */
function placeOf(controller: number): number {
  if (controller >= CONTROLLER.nonRegisteredFine && controller <= CONTROLLER.registeredCoarse)
    return -controller
  return controller
}

/**
 * Microseconds are fine enough to hear nothing and coarse enough that the end of one note and the start of the
 * next, computed in floating point along different ways, fall together. The nudge keeps ticks of exactly half
 * a microsecond (7812.5 at 64 ticks per beat) off the edge where they would not.
 */
function toMs(seconds: number): number {
  return Math.floor(seconds * 1e6 + 0.618) / 1000
}

function withProgrammes(ranked: readonly Ranked[], tracks: readonly Track[]): SongEvent[] {
  const events: SongEvent[] = []
  const current = new Map<number, number>()
  for (const [index, track] of tracks.entries()) {
    if (current.has(track.channel) || !hasMessages(track)) continue
    current.set(track.channel, track.instrument.number)
    events.push({ atMs: 0, bytes: [0xc0 | track.channel, track.instrument.number], track: index })
  }
  for (const { atMs, bytes, track, note, rank } of ranked) {
    const source = tracks[track]
    if (source && rank >= RANK.brief && current.get(source.channel) !== source.instrument.number) {
      current.set(source.channel, source.instrument.number)
      events.push({ atMs, bytes: [0xc0 | source.channel, source.instrument.number], track })
    }
    events.push(note === undefined ? { atMs, bytes, track } : { atMs, bytes, track, note })
  }
  return events
}

function hasMessages({ notes, pitchBends, controlChanges }: Track): boolean {
  return notes.length > 0 || pitchBends.length > 0 || Object.keys(controlChanges).length > 0
}
