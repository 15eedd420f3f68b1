import { getOrMake } from '../../core/platform/store.js'
import { noteName } from '../guitar/note-name.js'
import type { Song, SongNote, Track } from './song.js'
import { songSummary, tuningText } from './song-summary.js'
import { exactTimeText } from './time-text.js'

const SAME_MS = 1
const NAMED = 5

/** @example ['The tempo is 120 bpm in the first and 90 bpm in the second.'] */
export function songDifference(first: Song, second: Song): string[] {
  const sentences: string[] = []
  const a = songSummary(first)
  const b = songSummary(second)
  const compare = (what: string, one: string, two: string) => {
    if (one !== two) sentences.push(`The ${what} is ${one} in the first and ${two} in the second.`)
  }
  compare('name', quoted(a.name), quoted(b.name))
  compare('tempo', `${a.bpm} bpm`, `${b.bpm} bpm`)
  compare('number of tempo changes', `${a.tempoChanges}`, `${b.tempoChanges}`)
  compare('meter', a.meter ?? 'not said', b.meter ?? 'not said')
  compare('key', a.key ?? 'not said', b.key ?? 'not said')
  sentences.push(...changeDifference(first, second))
  compare('number of tracks', `${a.tracks.length}`, `${b.tracks.length}`)
  for (const [index, track] of first.tracks.entries()) {
    const other = second.tracks[index]
    if (other) sentences.push(...trackDifference(track, other, index))
  }
  return sentences
}

function trackDifference(one: Track, two: Track, index: number): string[] {
  const title = `Track ${index + 1}${one.name ? ` (${one.name})` : ''}`
  const sentences: string[] = []
  const compare = (what: string, a: string | number, b: string | number) => {
    if (a !== b) sentences.push(`${title}: the ${what} is ${a} in the first and ${b} in the second.`)
  }
  compare('name', quoted(one.name), quoted(two.name))
  compare('channel', one.channel + 1, two.channel + 1)
  compare('program', one.instrument.number + 1, two.instrument.number + 1)
  const { onlyFirst, onlySecond, both } = pair(one.notes, two.notes)
  sentences.push(...only(title, onlyFirst, 'first'), ...only(title, onlySecond, 'second'))
  const changed = (what: string, differ: (a: SongNote, b: SongNote) => boolean) => {
    const notes = both.filter(([a, b]) => differ(a, b)).map(([a]) => a)
    if (notes.length > 0)
      sentences.push(`${title}: ${named(notes)} ${notes.length === 1 ? 'has' : 'have'} a different ${what}.`)
  }
  changed('velocity', (a, b) => Math.round(a.velocity * 127) !== Math.round(b.velocity * 127))
  changed('length', (a, b) => Math.abs(a.duration - b.duration) * 1000 > SAME_MS)
  compare('tuning', tuningOf(one), tuningOf(two))
  changed('position', (a, b) => a.string !== b.string || a.fret !== b.fret)
  changed('technique', (a, b) => techniquesOf(a) !== techniquesOf(b))
  changed('bend', (a, b) => bendOf(a) !== bendOf(b))
  compare('number of controller changes', count(one.controlChanges), count(two.controlChanges))
  compare('number of bends', one.pitchBends.length, two.pitchBends.length)
  const moved = (names: readonly string[]) => {
    if (names.length === 0) return
    const rest = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
    const differ = names.length === 1 ? 'has another value or time' : 'have other values or times'
    sentences.push(`${title}: ${names.slice(0, NAMED).join(', ')}${rest} ${differ}.`)
  }
  moved(differing(controlsOf(one), controlsOf(two)))
  moved(differing(bendsOf(one), bendsOf(two)))
  return sentences
}

function tuningOf({ tuning, capo = 0 }: Track): string {
  if (!tuning) return 'not said'
  const strings = tuningText(tuning)
  return capo > 0 ? `${strings} with the capo on fret ${capo}` : strings
}

function techniquesOf({ techniques = [] }: SongNote): string {
  return techniques.toSorted().join(' ')
}

function bendOf({ bend = [] }: SongNote): string {
  return bend.map(({ at, semitones }) => `${Math.round(at * 100)} ${Math.round(semitones * 100)}`).join(', ')
}

const BOX_MS = 2 * SAME_MS

function pair(one: readonly SongNote[], two: readonly SongNote[]) {
  const boxOf = ({ time }: SongNote) => Math.floor((time * 1000) / BOX_MS)
  const boxes = new Map<string, number[]>()
  for (const [index, note] of two.entries()) {
    getOrMake(boxes, `${note.midi} ${boxOf(note)}`, () => []).push(index)
  }
  const takeFor = (note: SongNote): number | undefined => {
    const fits = (index: number) => Math.abs((two[index]?.time ?? 0) - note.time) * 1000 <= SAME_MS
    const at = boxOf(note)
    const found = [at - 1, at, at + 1]
      .flatMap(near => {
        const box = boxes.get(`${note.midi} ${near}`) ?? []
        const place = box.findIndex(fits)
        return place < 0 ? [] : [{ box, place, index: box[place] ?? 0 }]
      })
      .sort((a, b) => a.index - b.index)[0]
    found?.box.splice(found.place, 1)
    return found?.index
  }
  const both: [SongNote, SongNote][] = []
  const taken = new Set<number>()
  const onlyFirst = one.filter(note => {
    const index = takeFor(note)
    const found = index === undefined ? undefined : two[index]
    if (index === undefined || !found) return true
    taken.add(index)
    both.push([note, found])
    return false
  })
  const onlySecond = two
    .filter((_, index) => !taken.has(index))
    .sort((a, b) => a.time - b.time || a.midi - b.midi)
  return { onlyFirst, onlySecond, both }
}

function only(title: string, notes: readonly SongNote[], where: string): string[] {
  if (notes.length === 0) return []
  return [`${title}: ${named(notes)} ${notes.length === 1 ? 'is' : 'are'} only in the ${where}.`]
}

function named(notes: readonly SongNote[]): string {
  const names = notes.slice(0, NAMED).map(({ midi, time }) => `${noteName(midi).name} at ${moment(time)}`)
  const more = notes.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}

const moment = (seconds: number) => exactTimeText(Math.round(seconds * 1000))

interface Moment {
  readonly name: string
  readonly time: number
  readonly value: number
}

function controlsOf({ controlChanges }: Track): Moment[] {
  return Object.values(controlChanges)
    .flat()
    .map(({ number, time, value }) => ({
      name: `controller ${number} at ${moment(time)}`,
      time,
      value: Math.round(value * 127),
    }))
}

function bendsOf({ pitchBends }: Track): Moment[] {
  return pitchBends.map(({ time, value }) => ({
    name: `the bend at ${moment(time)}`,
    time,
    value: Math.round(value * 8191),
  }))
}

function differing(one: readonly Moment[], two: readonly Moment[]): string[] {
  if (one.length !== two.length) return []
  const isSame = (a: Moment, b: Moment | undefined) =>
    b !== undefined && a.value === b.value && Math.abs(a.time - b.time) * 1000 <= SAME_MS
  return one.filter((each, index) => !isSame(each, two[index])).map(({ name }) => name)
}

function changeDifference(first: Song, second: Song): string[] {
  const kinds = [
    ['tempo', (song: Song) => song.header.tempos.map(({ ticks, bpm }) => [ticks, Math.round(bpm * 1000)])],
    [
      'meter',
      (song: Song) => song.header.timeSignatures.map(({ ticks, timeSignature }) => [ticks, ...timeSignature]),
    ],
  ] as const
  return kinds.flatMap(([what, of]) => {
    const beats = (song: Song) => of(song).map(([ticks = 0, ...rest]) => [ticks / song.header.ppq, ...rest])
    const [one, two] = [beats(first), beats(second)]
    if (one.length !== two.length) return []
    const at = one.findIndex((change, index) => change[0] !== 0 && `${change}` !== `${two[index]}`)
    const beat = Math.min(one[at]?.[0] ?? 0, two[at]?.[0] ?? 0)
    return at < 0 ? [] : [`The ${what} changes differ from beat ${Math.round(beat * 1000) / 1000 + 1} on.`]
  })
}

function count(changes: Track['controlChanges']): number {
  return Object.values(changes).flat().length
}

function quoted(text: string): string {
  return text === '' ? 'empty' : `“${text}”`
}
