import { firstNotBelow } from '../../../core/platform/ordered.js'
import { atOnce, partOf, ROWS_AT_ONCE, type Steps } from '../../../core/platform/steps.js'
import { PortState } from '../../../music/midi/port-state.js'
import type { Song } from '../../../music/song/song.js'
import { DRUM_CHANNEL, type SongEvent, songEventSteps } from '../../../music/song/song-events.js'
import type { TrackMix } from '../tokens.js'

export interface ScoreNote {
  readonly track: number
  readonly note: number
  /** MIDI channel, 0–15. */
  readonly channel: number
  /** MIDI note, 0–127. */
  readonly pitch: number
  /** In ms of song time. */
  readonly atMs: number
}

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

export interface SongMix {
  /** Mix by track index; tracks without an entry play unchanged. */
  readonly tracks: ReadonlyMap<number, TrackMix>
  /** In semitones; drums are not transposed. */
  readonly transpose: number
}

export const PLAIN_TRACK: TrackMix = { muted: false, solo: false, volume: 1 }
export const PLAIN_MIX: SongMix = { tracks: new Map(), transpose: 0 }

export function trackMix({ tracks }: SongMix, track: number): TrackMix {
  return tracks.get(track) ?? PLAIN_TRACK
}

export function isHeard(mix: SongMix, track: number): boolean {
  const { muted, solo, volume } = trackMix(mix, track)
  if (muted || volume <= 0) return false
  if (solo) return true
  for (const other of mix.tracks.values()) if (other.solo) return false
  return true
}

/** Returns `undefined` if the transposed pitch is outside 0–127. */
export function soundingPitch({ transpose }: SongMix, channel: number, pitch: number): number | undefined {
  if (channel === DRUM_CHANNEL) return pitch
  const moved = pitch + transpose
  return moved >= 0 && moved <= 127 ? moved : undefined
}

/** Returns 1–127. Velocity 0 would end the note. */
export function soundingVelocity(mix: SongMix, track: number, velocity: number): number {
  return Math.min(127, Math.max(1, Math.round(velocity * trackMix(mix, track).volume)))
}
