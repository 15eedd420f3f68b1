import { noteName } from '../../../core/music/guitar/note-name.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import type { Song, Track } from '../../../core/music/song/song.js'
import type { TempoMap } from '../../../core/music/song/tempo-map.js'
import { tempoMap } from '../../../core/music/song/tempo-map.js'

const TAKE_PPQ = 10_000 // twenty ticks a millisecond: a file is exact
const TAKE_BPM = 120

const BEND_CENTER = 8192
const MOST_CONTROLLER = 127
const FIRST_MODE = 120 // channel mode messages

export interface TakeParts {
  readonly events: readonly MidiEvent[]
  /** From the beginning of the song, ms. */
  readonly msOf: (event: MidiEvent) => number
  readonly endMs: number
  readonly map: TempoMap
  readonly portName: (portId: string) => string
}

/** A track for each channel of each input, and each string. */
export function takeTracks({ events, msOf, endMs, map, portName }: TakeParts): Track[] {
  const tracks = new Map<string, { track: Track; sounding: Map<number, number> }>()
  const moment = (ms: number) => {
    const time = Math.max(0, ms) / 1000
    return { time, ticks: map.ticksAt(time) }
  }
  const trackOf = ({ portId, channel }: MidiEvent, string: number | undefined) => {
    const key = `${portId}:${channel}:${string ?? ''}`
    const known = tracks.get(key)
    if (known) return known
    const name = string === undefined ? portName(portId) : `${portName(portId)}, string ${string}`
    const track: Track = {
      name,
      channel: channel - 1,
      instrument: { family: '', number: 0, name: '' },
      notes: [],
      controlChanges: {},
      pitchBends: [],
    }
    const made = { track, sounding: new Map<number, number>() }
    tracks.set(key, made)
    return made
  }
  const end = ({ track, sounding }: ReturnType<typeof trackOf>, number: number, ms: number) => {
    const at = sounding.get(number)
    const note = at === undefined ? undefined : track.notes[at]
    sounding.delete(number)
    if (!note) return
    const { time, ticks } = moment(ms)
    note.duration = Math.max(0, time - note.time)
    note.durationTicks = Math.max(0, ticks - note.ticks)
  }

  for (const event of events) {
    const ms = msOf(event)
    if (event.kind === 'note') {
      const part = trackOf(event, event.string)
      end(part, event.number, ms)
      if (!event.on) continue
      part.sounding.set(event.number, part.track.notes.length)
      part.track.notes.push({
        midi: event.number,
        name: noteName(event.number).name,
        ...moment(ms),
        duration: 0,
        durationTicks: 0,
        velocity: event.attack,
      })
    } else if (event.kind === 'controller' && event.controller < FIRST_MODE) {
      const { track } = trackOf(event, undefined)
      const key = String(event.controller)
      const change = { number: event.controller, ...moment(ms), value: event.value / MOST_CONTROLLER }
      track.controlChanges[key] = [...(track.controlChanges[key] ?? []), change]
    } else if (event.kind === 'bend') {
      const value = (event.value - BEND_CENTER) / BEND_CENTER
      trackOf(event, undefined).track.pitchBends.push({ ...moment(ms), value })
    }
  }
  for (const part of tracks.values()) for (const number of [...part.sounding.keys()]) end(part, number, endMs)
  return [...tracks.values()].map(({ track }) => track)
}

export interface Grid {
  readonly bpm: number
  readonly beats: number
  /** Start of the first bar, ms of the clock. */
  readonly beginAt: number
}

/** Twenty ticks a millisecond, within the limit of a file. */
const gridPpq = (bpm: number) => Math.min(32_000, Math.round(1_200_000 / bpm))

export function takeSong(
  name: string,
  events: readonly MidiEvent[],
  endAt: number,
  portName: TakeParts['portName'],
  grid?: Grid,
): Song {
  const { bpm, beats } = grid ?? { bpm: TAKE_BPM, beats: 0 }
  const ppq = grid ? gridPpq(bpm) : TAKE_PPQ
  const tempos = [{ bpm, ticks: 0 }]
  const begin = grid?.beginAt ?? Math.min(...events.map(({ at }) => at))
  const map = tempoMap(tempos, ppq)
  const tracks = takeTracks({
    events: inOrder(events),
    msOf: ({ at }) => at - begin,
    endMs: endAt - begin,
    map,
    portName,
  })
  const meter = [{ ticks: 0, timeSignature: [beats, 4] as [number, number] }]
  const timeSignatures = beats > 0 ? meter : []
  return { header: { name, ppq, tempos, timeSignatures, keySignatures: [], meta: [] }, tracks }
}

/**
 * Replaces bars in the tracks of the same input. Other inputs get their own tracks.
 *
 * @param fromMs @param toMs of the song
 */
export function punchedIn(tracks: readonly Track[], added: readonly Track[], fromMs: number, toMs: number) {
  const isOutside = ({ time }: { readonly time: number }) => time * 1000 < fromMs || time * 1000 >= toMs
  const joined = <T extends { readonly time: number }>(before: readonly T[], now: readonly T[]): T[] =>
    [...before.filter(isOutside), ...now].sort((a, b) => a.time - b.time)
  const isSame = (a: Track, b: Track) => a.name === b.name && a.channel === b.channel
  const replaced = tracks.map(track => {
    const take = added.find(each => isSame(each, track))
    if (!take) return track
    const controllers = Object.keys({ ...track.controlChanges, ...take.controlChanges })
    return {
      ...track,
      notes: joined(track.notes, take.notes),
      pitchBends: joined(track.pitchBends, take.pitchBends),
      controlChanges: Object.fromEntries(
        controllers.map(key => [
          key,
          joined(track.controlChanges[key] ?? [], take.controlChanges[key] ?? []),
        ]),
      ),
    }
  })
  return [...replaced, ...added.filter(take => !tracks.some(track => isSame(take, track)))]
}

/** The input's clock may jump. */
function inOrder(events: readonly MidiEvent[]): readonly MidiEvent[] {
  return events.toSorted((a, b) => a.at - b.at || a.key - b.key)
}

export const notesOf = ({ tracks }: Pick<Song, 'tracks'>): number =>
  tracks.reduce((count, { notes }) => count + notes.length, 0)
