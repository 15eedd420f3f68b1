/**
 * Field cases: inputs whose expected values do not come from this code (see ../shared/data/field/README.md).
 * `FIELD=musicxml/endings` selects cases by kind, file or piece. `FIELD_DATA` sets another folder.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { fretwork } from './cli/run-program.js'
import { midiEvents } from './support/midi-events.js'
import { testFolder } from './support/test-folder.js'

const DATA = process.env.FIELD_DATA ?? join(import.meta.dirname, '..', '..', 'shared', 'data', 'field')
const TOLERANCE = 0.02

interface Case {
  readonly file: string
  readonly kind: string
  readonly piece?: string
  readonly modes?: readonly string[]
  readonly options?: Readonly<Record<string, unknown>>
  readonly expect: Readonly<Record<string, unknown>>
}

type Note = ReturnType<typeof notesOf>[number]
// biome-ignore lint/suspicious/noExplicitAny: JSON, in which a missing value makes its case fail.
type Json = any

const { at } = testFolder({}, true)

/** `null` accepts any value, and `oneOf` accepts any of several values. */
function fits(wanted: unknown, found: unknown): boolean {
  if (wanted === null) return true
  if (typeof wanted === 'number') return typeof found === 'number' && Math.abs(wanted - found) <= TOLERANCE
  if (typeof wanted !== 'object') return wanted === found
  if ('oneOf' in wanted) return (wanted.oneOf as unknown[]).some(each => fits(each, found))
  if (Array.isArray(wanted))
    return Array.isArray(found) && wanted.length === found.length && wanted.every((w, i) => fits(w, found[i]))
  return Object.entries(wanted).every(([name, each]) => fits(each, (found as Json)?.[name]))
}

type WantedNote = readonly [number | null, number, (number | null | readonly [number, number])?]

function fitsNote([pitch, onset, length = null]: WantedNote, note: Note): boolean {
  if (!fits(pitch, note.pitch) || !fits(onset, note.onset)) return false
  if (!Array.isArray(length)) return fits(length, note.length)
  return note.length >= length[0] - TOLERANCE && note.length <= length[1] + TOLERANCE
}

/**
 * Removes one actual note for each expected note. @returns the remaining notes, or `undefined` if an expected
 * note is missing
 */
function without(wanted: readonly WantedNote[], found: readonly Note[]): Note[] | undefined {
  const left = [...found]
  for (const each of wanted) {
    const index = left.findIndex(note => fitsNote(each, note))
    if (index < 0) return undefined
    left.splice(index, 1)
  }
  return left
}

function sameNotes(wanted: Json, found: readonly Note[]): boolean {
  if (wanted === null) return true
  return wanted.oneOf?.some((each: Json) => sameNotes(each, found)) ?? without(wanted, found)?.length === 0
}

const inOrder = <N extends { onset: number; pitch: number }>(notes: readonly N[]): N[] =>
  notes.toSorted((a, b) => a.onset - b.onset || a.pitch - b.pitch)

function notesOf(song: Json, tracks: Json[] = song.tracks) {
  const notes = tracks.flatMap(track =>
    track.notes.map((note: Json) => ({
      ...{ pitch: note.midi as number, onset: note.ticks / song.header.ppq, seconds: note.time as number },
      ...{ length: note.durationTicks / song.header.ppq, program: programAt(track, note) },
      ...{ string: note.string, fret: note.fret, techniques: (note.techniques ?? []) as string[], track },
    })),
  )
  return inOrder(notes)
}

function programAt(track: Json, note: Json): number {
  const channel = (each: Json) => each.channel ?? track.channel
  const earlier = (track.programChanges ?? []).filter((change: Json) => change.ticks <= note.ticks)
  const own = earlier.filter((change: Json) => channel(change) === channel(note))
  return (own.length > 0 ? own : earlier).at(-1)?.number ?? track.instrument.number
}

/** Keeps only the last change at each onset and drops repeated values. */
function changes(rows: readonly (readonly [number, ...unknown[]])[]) {
  const last = rows.filter(([onset], index) => rows[index + 1]?.[0] !== onset)
  return last.filter(
    ([, ...value], index) => index === 0 || String(value) !== String(last[index - 1]?.slice(1)),
  )
}

const MAJOR = ['Cb', 'Gb', 'Db', 'Ab', 'Eb', 'Bb', 'F', 'C', 'G', 'D', 'A', 'E', 'B', 'F#', 'C#']
const MINOR = ['Ab', 'Eb', 'Bb', 'F', 'C', 'G', 'D', 'A', 'E', 'B', 'F#', 'C#', 'G#', 'D#', 'A#']
/** Songs store the major key of a key signature. */
const keyName = ({ key, scale }: Json) =>
  `${scale === 'minor' ? MINOR[MAJOR.indexOf(key)] : key} ${scale || 'major'}`

/** Checks that a string plays one note at a time and that each position has its note's pitch. */
function sound(notes: readonly Json[], tuning: readonly number[], capo: number, begins: readonly number[]) {
  const taken = notes.map(({ onset, string }) => `${onset} ${string}`)
  if (new Set(taken).size < taken.length) return 'two notes on a string'
  const wrong = notes.find(
    ({ pitch, string, fret }) =>
      (tuning[string - 1] ?? Number.NaN) + Math.max(0, capo + fret - (begins[string - 1] ?? 0)) !== pitch,
  )
  return wrong ? `string ${wrong.string}, fret ${wrong.fret} is not ${wrong.pitch}` : true
}

function wheel(bytes: Uint8Array) {
  const { ppq, events } = midiEvents(bytes)
  const struck = events.filter(({ status, two }) => status >> 4 === 9 && two > 0)
  const notes = inOrder(
    struck.map(({ tick, status, one }) => ({ onset: tick, pitch: one, channel: status & 15 })),
  )
  return (note: number, onset: number) => {
    let [value, range, parameter] = [8192, 2, [127, 127]]
    for (const { tick, status, one, two } of events) {
      if (tick > onset * ppq + 1e-6 || (status & 15) !== notes[note]?.channel) continue
      if (status >> 4 === 14) value = one | (two << 7)
      if (status >> 4 !== 11) continue
      if (one === 101) parameter = [two, parameter[1] ?? 127]
      if (one === 100) parameter = [parameter[0] ?? 127, two]
      if (one === 6 && parameter.join() === '0,0') range = two
    }
    return ((value - 8192) / 8192) * range
  }
}

interface Tried {
  readonly file: string
  readonly song: Json
  readonly notes: readonly Note[]
  readonly sounding: readonly Json[]
}

/** Returns the output of `song convert`. */
async function converted(file: string, ending: string): Promise<Uint8Array> {
  const { code, err } = await fretwork('song', 'convert', '--force', file, at(`song${ending}`))
  if (code !== 0) throw new Error(err)
  return new Uint8Array(readFileSync(at(`song${ending}`)))
}

const inText = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found)
const musicXml = async (file: string) => strFromU8(await converted(file, '.musicxml'))
const withNotes = ({ tracks }: Json): Json[] => tracks.filter(({ notes }: Json) => notes.length > 0)
const names = (tracks: readonly Json[]) => tracks.map(({ name }) => name)
const quarters = ({ header }: Json, { ticks }: Json): number => ticks / header.ppq

/** Read the value of a field, or return `true` if the song matches in a way that `fits` can't check. */
const FIELDS: Record<string, (tried: Tried, wanted: Json) => unknown> = {
  notes: ({ notes }, wanted) => sameNotes(wanted, notes) || notes.map(n => [n.pitch, n.onset, n.length]),
  includes: ({ notes }, wanted) => without(wanted, notes) !== undefined || notes.map(n => [n.pitch, n.onset]),
  pitches: ({ notes }) => notes.map(({ pitch }) => pitch),
  seconds: ({ notes }) => notes.map(({ seconds }) => seconds).toSorted((a, b) => a - b),
  tracks({ song }, wanted) {
    const found = withNotes(song).map(track => ({
      ...{ name: track.name, program: track.instrument.number, notes: notesOf(song, [track]) },
    }))
    const areRight = found.every(({ name, program, notes }, index) => {
      const { notes: right = null, ...rest } = wanted[index] ?? {}
      return fits(rest, { name, program }) && sameNotes(right, notes)
    })
    if (areRight && found.length === wanted.length) return true
    return found.map(each => ({ ...each, notes: each.notes.map(n => [n.pitch, n.onset, n.length]) }))
  },
  bars: ({ song }) => song.score.bars.map((bar: Json) => quarters(song, bar)),
  barOrder: ({ song }) => song.score.bars.map(({ bar }: Json) => bar + 1),
  onBar({ song, notes }, wanted) {
    const found = [...wanted].map(([pitch, bar]) => [
      pitch,
      0,
      quarters(song, song.score.bars[bar - 1] ?? {}),
    ])
    return found.every(([pitch, , onset]) => without([[pitch, onset]], notes)) || found
  },
  tempos: ({ song }) => changes(song.header.tempos.map((each: Json) => [quarters(song, each), each.bpm])),
  timeSignatures: ({ song }) =>
    changes(song.header.timeSignatures.map((each: Json) => [quarters(song, each), ...each.timeSignature])),
  keys: ({ song }) =>
    changes(song.header.keySignatures.map((each: Json) => [quarters(song, each), keyName(each)])),
  programs: ({ song }) => withNotes(song).map(track => programAt(track, track.notes[0])),
  drums: ({ song }) => withNotes(song).map(({ channel }) => channel === 9),
  notePrograms: ({ notes }) => notes.map(({ program }) => program),
  async bendsAt({ file }, wanted) {
    const bentAt = wheel(await converted(file, '.mid'))
    return wanted.map(([note, onset]: [number, number]) => [note, onset, bentAt(note, onset)])
  },
  positions: ({ sounding }) =>
    sounding.map(({ string, fret }) => (string === undefined ? 'none' : [string, fret])),
  sounding({ song, sounding }) {
    const { tuning = song.tuning, capo = song.capo } = withNotes(song)[0] ?? {}
    return sound(sounding, tuning, capo ?? 0, song.begins ?? [])
  },
  tuning: ({ song }) => withNotes(song)[0]?.tuning,
  capo: ({ song }) => withNotes(song)[0]?.capo ?? 0,
  techniques({ notes }, wanted) {
    const named = new Set(wanted.flat())
    return notes.map(note => note.techniques.filter((each: Json) => named.has(each)))
  },
  title: ({ song }) => song.header.name,
  trackNames: ({ song }, wanted) => fits(wanted, names(withNotes(song))) || names(song.tracks),
  sections: ({ song }) =>
    song.header.meta.filter(({ type }: Json) => type === 'marker').map(({ text }: Json) => text),
  readable: ({ song }) => !JSON.stringify(song).includes('\ufffd'),
  info: async ({ file }) => JSON.parse((await fretwork('song', 'info', '--json', file)).out),
  measures: async ({ file }) =>
    ((await musicXml(file)).split('</part>')[0] ?? '').split('<measure ').length - 1,
  fingering: async ({ file }) => inText(await musicXml(file), /<fingering[^>]*>([^<]*)</g),
  async leftHand({ file }) {
    const files = unzipSync(await converted(file, '.gp'))
    return inText(strFromU8(files['Content/score.gpif'] ?? new Uint8Array()), /<LeftFingering>([^<]*)</g)
  },
}

const asOptions = (options: Case['options'] = {}) =>
  Object.entries(options).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, `${value}`],
  )

async function triedSong(file: string, { kind, options }: Case): Promise<Tried> {
  const song = JSON.parse(strFromU8(await converted(file, '.json')))
  const notes = notesOf(song)
  if (kind !== 'positions') return { file, song, notes, sounding: notes }
  const { out, err } = await fretwork('positions', 'solve', '--json', file, ...asOptions(options))
  if (out === '') throw new Error(err)
  const { notes: solved, ...neck } = JSON.parse(out)
  const sounding = inOrder(solved.map(({ place, ...note }: Json) => ({ ...note, ...place })))
  return { file, notes, sounding: sounding, song: { ...song, ...neck } }
}

async function checkSong(file: string, given: Case) {
  const tried = await triedSong(file, given)
  for (const [field, wanted] of Object.entries<Json>(given.expect)) {
    let found: unknown
    for (const each of wanted?.oneOf ?? [wanted]) {
      found = await FIELDS[field]?.(tried, each)
      if (found === true || (found !== undefined && fits(each, found))) found = true
      if (found === true) break
    }
    if (found !== true)
      expect.fail(`${field} is\n${JSON.stringify(found)}\ninstead of\n${JSON.stringify(wanted)}`)
  }
}

async function checkRefused(file: string) {
  const { code, out, err } = await fretwork('song', 'convert', '--force', file, at('refused.json'))
  expect({ code, out, lines: err.split('\n').length - 1 }).toEqual({ code: 3, out: '', lines: 1 })
  expect(err).toMatch(/^\S.*\.\n$/)
}

async function checkPractice(file: string, { piece, modes = ['whole', 'live'], expect: wanted }: Case) {
  for (const mode of modes) {
    const { out, err } = await fretwork(
      'practice',
      'align',
      '--json',
      file,
      ...(mode === 'live' ? ['--live'] : []),
    )
    expect(err).toBe('')
    const read = JSON.parse(strFromU8(readFileSync(file))).pieces.find(({ id }: Json) => id === piece)
    const found = JSON.parse(out).pieces.find(({ id }: Json) => id === piece)
    const pairs: [number, number][] = found.matches.toSorted((a: Json, b: Json) => a[1] - b[1])
    if (wanted.matches) expect([mode, pairs]).toEqual([mode, wanted.matches])
    if (typeof wanted.pairs !== 'number') continue
    expect([mode, pairs.length]).toEqual([mode, wanted.pairs])
    for (const [index, [written, played]] of pairs.entries()) {
      expect(read.score[written][2]).toBe(read.performance[played][2])
      expect(written).toBeGreaterThan(pairs[index - 1]?.[0] ?? -1)
    }
  }
}

const CLASSES: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }

function pitchClass(name: string): number {
  const raised = name.split('#').length - name.slice(1).split('b').length
  return ((CLASSES[name.charAt(0)] ?? Number.NaN) + raised + 12) % 12
}

/** Returns the notes of all voicings. With a slash chord, each voicing's lowest note must be the bass. */
async function notesOfChord(symbol: string, wanted: readonly string[]): Promise<string | undefined> {
  const { out, err } = await fretwork('chord', 'voicings', symbol, '--json', '--limit', '400')
  if (out === '') return err
  const voicings: { positions: { pitch: number }[] }[] = JSON.parse(out).voicings
  const pitches = voicings.map(({ positions }) => positions.map(({ pitch }) => pitch))
  const found = new Set(pitches.flat().map(pitch => pitch % 12))
  const must = wanted.filter(name => !name.startsWith('(')).map(pitchClass)
  const may = wanted.map(name => pitchClass(name.replace(/[()]/g, '')))
  const isRight = must.every(each => found.has(each)) && [...found].every(each => may.includes(each))
  const bass = /\/[A-G]/.test(symbol) ? may[0] : undefined
  const hasBass = bass === undefined || pitches.every(each => Math.min(...each) % 12 === bass)
  return isRight && hasBass && found.size > 0 ? undefined : `has ${[...found]}`
}

async function nameOfChord(notes: string, wanted: readonly string[]): Promise<string | undefined> {
  const { out, err } = await fretwork('chord', 'name', '--json', ...notes.split(' '))
  const name = out === '' ? err : JSON.parse(out).name
  return wanted.includes(name) ? undefined : `is ${name}`
}

async function checkTable(file: string, { kind, expect: { rows: count } }: Case) {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter(row => row !== '')
  const wrong: string[] = []
  for (const row of rows) {
    const [given = '', right = ''] = row.split('\t')
    const readings = right.split('|')
    const faults: (string | undefined)[] = []
    if (kind === 'chord-names') faults.push(await nameOfChord(given, readings))
    else for (const reading of readings) faults.push(await notesOfChord(given, reading.split(' ')))
    if (!faults.includes(undefined)) wrong.push(`${row}: ${faults}`)
  }
  expect(wrong).toEqual([])
  expect(rows).toHaveLength(Number(count))
}

function check(given: Case) {
  const file = join(DATA, given.file)
  if (given.expect.refused) return checkRefused(file)
  if (given.piece !== undefined) return checkPractice(file, given)
  return given.expect.rows === undefined ? checkSong(file, given) : checkTable(file, given)
}

const wanted = process.env.FIELD ?? ''
const CASES: readonly Case[] = existsSync(join(DATA, 'expected.json'))
  ? JSON.parse(readFileSync(join(DATA, 'expected.json'), 'utf8')).cases
  : []
const NAMED = CASES.map(each => [[each.kind, each.file, each.piece].filter(Boolean).join(' '), each] as const)

describe.skipIf(CASES.length === 0)('field cases (need ../shared/data/field)', () => {
  for (const [name, each] of NAMED.filter(([name]) => name.includes(wanted))) it(name, () => check(each))
})
