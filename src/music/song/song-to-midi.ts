import { bendToRaw } from '../midi/midi-message.js'
import { channelsOf, type Song, type Track } from './song.js'
import { controllersInOrder, isBeforeProgram } from './song-events.js'
import { DEFAULT_PPQ } from './song-time.js'
import {
  type FileEvent,
  type FileTrack,
  META,
  metaEvent,
  TEXT_TYPES,
  tempoEvent,
  textEvent,
  writeMidiFile,
} from './write-midi-file.js'

/** Major keys from seven flats to seven sharps. */
export const MAJOR_KEYS = 'Cb Gb Db Ab Eb Bb F C G D A E B F# C#'.split(' ')
export const MINOR_KEYS = 'Ab Eb Bb F C G D A E B F# C# G# D# A#'.split(' ')
const RELEASE = 64
const MOST_TICKS_PER_BEAT = 0x7fff

/** @throws MidiRangeError `midi_too_long` if the gap between two events is too long for a MIDI file */
export function songToMidi(song: Song): Uint8Array {
  const whole = inWholeTicks(song)
  const programs = programChanges(whole.tracks)
  const tracks = whole.tracks.map((track, index) => trackOf(track, programs[index] ?? []))
  const endTicks = tracks.reduce((end, track) => Math.max(end, track.endTicks), whole.header.endTicks ?? 0)
  return writeMidiFile(whole.header.ppq, [{ events: commonEvents(whole), endTicks }, ...tracks])
}

function inWholeTicks(song: Song): Song {
  const { ppq } = song.header
  const isWhole = Number.isInteger(ppq) && ppq <= MOST_TICKS_PER_BEAT
  const whole = (ticks: number) => Math.round(isWhole ? ticks : (ticks * DEFAULT_PPQ) / ppq)
  const moved = <T extends { readonly ticks: number }>(events: readonly T[]) =>
    events.map(event => ({ ...event, ticks: whole(event.ticks) }))
  const { header, tracks } = song
  return {
    header: {
      ...header,
      ppq: isWhole ? ppq : DEFAULT_PPQ,
      tempos: moved(header.tempos),
      timeSignatures: moved(header.timeSignatures),
      keySignatures: moved(header.keySignatures),
      meta: moved(header.meta),
      endTicks: header.endTicks === undefined ? undefined : whole(header.endTicks),
    },
    tracks: tracks.map(track => ({
      ...track,
      notes: track.notes.map(note => {
        const ticks = whole(note.ticks)
        return { ...note, ticks, durationTicks: whole(note.ticks + note.durationTicks) - ticks }
      }),
      controlChanges: Object.fromEntries(
        Object.entries(track.controlChanges).map(([controller, changes]) => [controller, moved(changes)]),
      ),
      pitchBends: moved(track.pitchBends),
      ...(track.programChanges && { programChanges: moved(track.programChanges) }),
      endOfTrackTicks: track.endOfTrackTicks === undefined ? undefined : whole(track.endOfTrackTicks),
    })),
  }
}

function commonEvents({ header }: Song): FileEvent[] {
  const { name, tempos, timeSignatures, keySignatures, meta } = header
  const events: FileEvent[] = name === '' ? [] : [{ ticks: 0, bytes: textEvent(META.name, name) }]
  for (const { bpm, ticks } of tempos) events.push({ ticks, bytes: tempoEvent(bpm) })
  for (const { ticks, timeSignature } of timeSignatures) {
    const [beats, unit] = timeSignature
    events.push({ ticks, bytes: metaEvent(META.time, [beats & 255, Math.round(Math.log2(unit)), 24, 8]) })
  }
  for (const { ticks, key, scale } of keySignatures) {
    const place = MAJOR_KEYS.indexOf(key)
    if (place < 0) continue
    events.push({ ticks, bytes: metaEvent(META.key, [(place - 7) & 255, scale === 'minor' ? 1 : 0]) })
  }
  for (const { ticks, text: words, type } of meta) {
    const kind = TEXT_TYPES[type]
    if (kind !== undefined) events.push({ ticks, bytes: textEvent(kind, words) })
  }
  return events
}

function programChanges(tracks: readonly Track[]): FileEvent[][] {
  const changes: FileEvent[][] = tracks.map(() => [])
  const current = new Map<number, number>()
  const programs = tracks.map(({ instrument }) => instrument.number)
  const begin = (index: number, channel: number, ticks: number) => {
    const program = programs[index]
    if (program === undefined || current.get(channel) === program) return
    current.set(channel, program)
    changes[index]?.push({ ticks, bytes: [0xc0 | channel, program] })
  }
  for (const [index, track] of tracks.entries()) {
    for (const each of channelsOf(track)) if (!current.has(each)) begin(index, each, 0)
  }
  const uses = tracks
    .flatMap((track, index) => [
      ...(track.programChanges ?? []).map(({ ticks, number, channel = track.channel }) => ({
        ...{ ticks, index, channel, number },
      })),
      ...track.notes.map(({ ticks, channel = track.channel }) => ({
        ticks,
        index,
        channel,
        number: undefined,
      })),
    ])
    .sort((a, b) => a.ticks - b.ticks || a.index - b.index)
  for (const { ticks, index, channel, number } of uses) {
    if (number !== undefined) programs[index] = number
    begin(index, channel, ticks)
  }
  return changes
}

function trackOf(track: Track, programs: readonly FileEvent[]): FileTrack {
  const { name, notes, controlChanges, pitchBends } = track
  const named: FileEvent[] = name === '' ? [] : [{ ticks: 0, bytes: textEvent(META.name, name) }]
  const off: FileEvent[] = []
  const on: FileEvent[] = []
  for (const { midi, ticks, durationTicks, velocity, channel = track.channel } of notes) {
    const begin = { ticks, bytes: [0x90 | channel, midi, Math.max(1, Math.round(velocity * 127))] }
    const end = { ticks: ticks + durationTicks, bytes: [0x80 | channel, midi, RELEASE] }
    // A note of length 0 would end before it starts and never stop.
    if (durationTicks > 0) {
      off.push(end)
      on.push(begin)
    } else on.push(begin, end)
  }
  const beforeProgram: FileEvent[] = []
  const held: FileEvent[] = []
  for (const { ticks, number, value, channel = track.channel } of controllersInOrder({ controlChanges })) {
    const list = isBeforeProgram(number) ? beforeProgram : held
    list.push({ ticks, bytes: [0xb0 | channel, number, Math.round(value * 127)] })
  }
  for (const { ticks, value, channel = track.channel } of pitchBends) {
    const raw = bendToRaw(value)
    held.push({ ticks, bytes: [0xe0 | channel, raw & 127, raw >> 7] })
  }
  const all = [...named, ...off, ...beforeProgram, ...programs, ...held, ...on]
  const endTicks = all.reduce((end, { ticks }) => Math.max(end, ticks), track.endOfTrackTicks ?? 0)
  return { events: all, endTicks }
}
