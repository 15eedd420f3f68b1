import { fretOf } from '../../../music/guitar/midi-guitar.js'
import { noteName } from '../../../music/guitar/note-name.js'
import type { MidiEvent, NoteEvent } from '../../../music/midi/midi-event.js'
import type { Song, SongNote, Track } from '../../../music/song/song.js'
import { DRUM_CHANNEL } from '../../../music/song/song-events.js'
import { fifthsOf, songKeys, transposedKey } from '../../../music/song/song-keys.js'
import { HIGHEST_FRET } from '../../../music/song/song-schema.js'
import { type TempoMap, tempoMap } from '../../../music/song/song-time.js'
import { MAJOR_KEYS } from '../../../music/song/song-to-midi.js'

const TAKE_PPQ = 10_000 // twenty ticks per millisecond, to preserve the exact timing in files
const TAKE_BPM = 120

const BEND_CENTER = 8192
const MOST_CONTROLLER = 127
const FIRST_CHANNEL_MODE = 120

export interface TakeParts {
  readonly events: readonly MidiEvent[]
  /** Returns an event's time since the start of the song, ms. */
  readonly msOf: (event: MidiEvent) => number
  readonly endMs: number
  readonly map: TempoMap
  readonly portName: (portId: string) => string
  readonly neck: TakeNeck | undefined
}

/** Neck of the recorded guitar, from which frets are derived. */
export interface TakeNeck {
  readonly strings: readonly number[]
  readonly capo: number
}

/** General MIDI program that the built-in sound uses for live input. */
const STEEL_GUITAR = 25
const DRUMS = 10

/** Creates one track per guitar, and one per channel of other inputs. */
export function takeTracks({ events, msOf, endMs, map, portName, neck }: TakeParts): Track[] {
  const tracks = new Map<string, { track: Track; sounding: Map<string, number> }>()
  const guitars = new Set<string>()
  /** Strings by channel. A guitar may be recognized only after its first notes. */
  const stringOf = new Map<string, number>()
  for (const event of events) {
    if (event.kind !== 'note' || event.string === undefined) continue
    guitars.add(event.portId)
    stringOf.set(`${event.portId}:${event.channel}`, event.string)
  }
  const moment = (ms: number) => {
    const time = Math.max(0, ms) / 1000
    return { time, ticks: map.ticksAt(time) }
  }
  const trackOf = ({ portId, channel }: MidiEvent) => {
    const isGuitar = guitars.has(portId)
    const key = isGuitar ? portId : `${portId}:${channel}`
    const known = tracks.get(key)
    if (known) return known
    const track: Track = {
      name: portName(portId),
      channel: channel - 1,
      instrument: { family: '', number: channel === DRUMS && !isGuitar ? 0 : STEEL_GUITAR, name: '' },
      notes: [],
      controlChanges: {},
      pitchBends: [],
      ...(isGuitar && neck && { tuning: [...neck.strings], capo: neck.capo }),
    }
    const made = { track, sounding: new Map<string, number>() }
    tracks.set(key, made)
    return made
  }
  const channelIn = (track: Track, channel: number) => {
    if (channel - 1 === track.channel) return {}
    track.otherChannels = [...new Set([...(track.otherChannels ?? []), channel - 1])]
    return { channel: channel - 1 }
  }
  const end = ({ track, sounding }: ReturnType<typeof trackOf>, key: string, ms: number) => {
    const at = sounding.get(key)
    const note = at === undefined ? undefined : track.notes[at]
    sounding.delete(key)
    if (!note) return
    const { time, ticks } = moment(ms)
    note.duration = Math.max(0, time - note.time)
    note.durationTicks = Math.max(0, ticks - note.ticks)
  }
  const positionOf = ({
    number,
    portId,
    channel,
    string = stringOf.get(`${portId}:${channel}`),
  }: NoteEvent) => {
    const fret = string === undefined || !neck ? undefined : fretOf(number, string, neck)
    return fret === undefined ? {} : { string, fret }
  }

  for (const event of events) {
    const ms = msOf(event)
    if (event.kind !== 'note' && event.kind !== 'controller' && event.kind !== 'bend') continue
    if (event.kind === 'controller' && event.controller >= FIRST_CHANNEL_MODE) continue
    const part = trackOf(event)
    const { track } = part
    const channel = channelIn(track, event.channel)
    if (event.kind === 'note') {
      const key = `${event.channel}:${event.string}:${event.number}`
      end(part, key, ms)
      if (!event.on) continue
      part.sounding.set(key, track.notes.length)
      track.notes.push({
        midi: event.number,
        name: noteName(event.number).name,
        ...moment(ms),
        ...{ duration: 0, durationTicks: 0, velocity: event.attack },
        ...channel,
        ...positionOf(event),
      })
    } else if (event.kind === 'controller') {
      const key = String(event.controller)
      const value = event.value / MOST_CONTROLLER
      const change = { number: event.controller, ...moment(ms), value, ...channel }
      track.controlChanges[key] = [...(track.controlChanges[key] ?? []), change]
    } else {
      const value = (event.value - BEND_CENTER) / BEND_CENTER
      track.pitchBends.push({ ...moment(ms), value, ...channel })
    }
  }
  for (const part of tracks.values()) for (const key of [...part.sounding.keys()]) end(part, key, endMs)
  return [...tracks.values()].map(({ track }) => track)
}

/** Transposes a song to sounding pitch and removes frets that don't exist on its strings. */
export function asHeard(song: Song, semitones: number): Song {
  if (semitones === 0) return song
  const moved = ({ string, fret = 0, ...note }: SongNote): SongNote[] => {
    const midi = note.midi + semitones
    const isOnString = string !== undefined && fret + semitones >= 0 && fret + semitones <= HIGHEST_FRET
    const position = isOnString ? { string, fret: fret + semitones } : {}
    return midi < 0 || midi > 127 ? [] : [{ ...note, midi, name: noteName(midi).name, ...position }]
  }
  const keySignatures = songKeys(song).map(key => {
    const { ticks, mode: scale } = key
    return { ticks, key: MAJOR_KEYS[fifthsOf(transposedKey(key, semitones)) + 7] ?? 'C', scale }
  })
  const tracks = song.tracks.map(track =>
    track.channel === DRUM_CHANNEL ? track : { ...track, notes: track.notes.flatMap(moved) },
  )
  return { ...song, header: { ...song.header, keySignatures }, tracks }
}

export interface Grid {
  readonly bpm: number
  readonly beats: number
  /** Start of the first bar on the application's clock, ms. */
  readonly beginAt: number
}

/** Twenty ticks per millisecond, limited to the file format's maximum. */
const gridPpq = (bpm: number) => Math.min(32_000, Math.round(1_200_000 / bpm))

export function takeSong(
  name: string,
  events: readonly MidiEvent[],
  endAt: number,
  { portName, neck, grid }: Pick<TakeParts, 'portName' | 'neck'> & { readonly grid?: Grid | undefined },
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
    ...{ map, portName, neck },
  })
  const meter = [{ ticks: 0, timeSignature: [beats, 4] as [number, number] }]
  const timeSignatures = beats > 0 ? meter : []
  return { header: { name, ppq, tempos, timeSignatures, keySignatures: [], meta: [] }, tracks }
}

/**
 * Replaces a range of bars in the tracks of the same input. Other inputs are added as new tracks.
 *
 * @param fromMs start in the song, ms
 * @param toMs end in the song, ms
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

/** Sorts events by time. An input's clock may jump. */
function inOrder(events: readonly MidiEvent[]): readonly MidiEvent[] {
  return events.toSorted((a, b) => a.at - b.at || a.key - b.key)
}

export const notesOf = ({ tracks }: Pick<Song, 'tracks'>): number =>
  tracks.reduce((count, { notes }) => count + notes.length, 0)
