import { basename } from 'node:path'
import * as z from 'zod/mini'
import { codeOf, messageOf } from '../../../src/core/platform/fretwork-error.js'
import {
  type Fingering,
  MOST_FRETS,
  type PositionNote,
  type Problem,
  type TablaturePiece,
} from '../../../src/music/fingering/fingering.js'
import { solver } from '../../../src/music/fingering/solver.js'
import type { Song, Track } from '../../../src/music/song/song.js'
import { SONG_READER } from '../../../src/plugins/midi-file/tokens.js'
import { badInput, wrongUsage } from '../../errors.js'
import { nameOfFile, readInput, STANDARD } from '../../io/files.js'
import { isGzip, readPackedJson } from '../../io/packed-json.js'
import { counted, plain, printJson, printLine } from '../../io/print.js'
import { withPlugin } from '../../platform/with-plugin.js'
import { tuningOf, wholeNumber } from '../neck-options.js'
import { tabText } from './positions-text.js'

interface SolveFileOptions {
  readonly tuning: string
  readonly capo: string
  readonly frets: string
  readonly track?: string
  readonly octaves?: boolean
  readonly json?: boolean
  readonly given: readonly string[]
}

export const OF_SONGS = ['tuning', 'capo', 'frets', 'track'] as const

const DRUMS = 9
const TAB_FRETS = 24

export async function solveFile(file: string, options: SolveFileOptions): Promise<void> {
  const name = nameOfFile(file)
  const bytes = await readInput(file)
  if (looksLikeTablature(bytes)) return solveTablature(bytes, name, options)
  return withPlugin('midi-file', async kernel => {
    const reading = await kernel
      .get(SONG_READER)
      .read(bytes, file === STANDARD ? undefined : basename(file))
      .catch(thrown => {
        throw badInput(codeOf(thrown), `${name}: ${messageOf(thrown)}`, thrown)
      })
    solveSong(reading.song, name, options)
  })
}

export async function scoreFile(file: string, { json = false }: { json?: boolean }): Promise<void> {
  const name = nameOfFile(file)
  const pieces = readPlacedPieces(await readInput(file), name)
  if (!pieces.some(({ notes }) => notes.length > 0)) {
    const message = `"${name}" has no notes to score. Choose a file of tablature with pieces in it.`
    throw badInput('tablature_empty', message)
  }
  reportMisplaced(pieces)
  const methods = solver.score(pieces, () => performance.now())
  if (json) return printJson({ methods })
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(9)
  printLine(`${''.padEnd(26)}    macro    micro ambiguous unplayable no grip  notes/s`)
  for (const row of methods) {
    const shares = [row.macro, row.micro, row.ambiguous].map(percent).join('')
    const counts = `${String(row.unplayable).padStart(11)}${String(row.withoutGrip).padStart(8)}`
    printLine(`${row.name.padEnd(26)}${shares}${counts}${String(Math.round(row.notesPerSecond)).padStart(9)}`)
  }
}

function reportMisplaced(pieces: readonly PlacedPiece[]): void {
  let misplaced = 0
  let first: string | undefined
  for (const [index, { id, tuning, capo, notes }] of pieces.entries()) {
    for (const [at, { pitch, string, fret }] of notes.entries()) {
      const isNowhere = string === 0 && fret === 0
      if (isNowhere || (tuning[string - 1] ?? Number.NaN) + capo + fret === pitch) continue
      misplaced += 1
      first ??= `note ${at + 1} of piece ${plain(String(id ?? index + 1))}: string ${string}, fret ${fret} is not pitch ${pitch}`
    }
  }
  if (first === undefined) return
  const notes = counted(misplaced, 'note')
  process.stderr.write(
    `${notes} can't be played at the position in the file (${first}). A tuning starts with string 1, the highest.\n`,
  )
}

function solveTablature(bytes: Uint8Array, name: string, options: SolveFileOptions): void {
  const [idle] = options.given
  if (idle !== undefined) {
    const message = `--${idle} only applies to songs, but "${name}" is tablature. Remove --${idle}.`
    throw wrongUsage('option_of_songs', message)
  }
  const solved = readOpenPieces(bytes, name).map(({ id, tuning, capo, notes }, index) => {
    const timedNotes = notes.map(([onset, duration, pitch]) => timed(onset, duration, pitch))
    const neck = { tuning: { strings: tuning }, capo, frets: Math.min(MOST_FRETS, TAB_FRETS + capo) }
    const solution = solver.solve(timedNotes, { ...neck, moveOctaves: options.octaves === true })
    return { id: id ?? index, tuning, notes: timedNotes, solution }
  })
  if (options.json) {
    // Notes without a position become [0, 0] to keep the indices aligned.
    const pieces = solved.map(({ id, solution }) => ({
      id,
      places: solution.notes.map(({ position: place }) => (place ? [place.string, place.fret] : [0, 0])),
    }))
    printJson({ pieces })
    return
  }
  for (const { id, tuning, notes, solution } of solved) {
    printLine(`${plain(String(id))}\n${tabText(notes, solution.notes, tuning)}`)
    reportProblems(plain(String(id)), solution)
  }
}

function solveSong(song: Song, name: string, options: SolveFileOptions): void {
  const tuning = tuningOf(options.tuning)
  const track = trackOf(song, options.track, name)
  const perBeat = song.header.ppq
  const notes = track.notes.map(note => ({
    onset: note.ticks / perBeat,
    duration: note.durationTicks / perBeat,
    pitch: note.midi,
  }))
  const neck = {
    tuning,
    capo: wholeNumber('--capo', options.capo),
    frets: wholeNumber('--frets', options.frets),
  }
  const solution = solved(() => solver.solve(notes, { ...neck, moveOctaves: options.octaves === true }))
  if (options.json) {
    // The key has been called `place` since version 1.0.
    const places = notes.map((note, index) => {
      const { position, ...found } = solution.notes[index] ?? {}
      return { ...note, ...found, place: position }
    })
    const { strings, begins } = tuning
    const { capo } = neck
    printJson({ tuning: strings, begins, capo, notes: places, problems: solution.problems })
    return
  }
  printLine(tabText(notes, solution.notes, tuning.strings))
  reportProblems(name, solution)
}

function solved(solve: () => Fingering): Fingering {
  try {
    return solve()
  } catch (cause) {
    if (codeOf(cause) !== 'positions_neck') throw cause
    throw wrongUsage('positions_neck', messageOf(cause), cause)
  }
}

function trackOf(song: Song, word: string | undefined, name: string): Track {
  const count = counted(song.tracks.length, 'track')
  const track =
    word === undefined
      ? song.tracks.find(({ notes, channel }) => notes.length > 0 && channel !== DRUMS)
      : song.tracks[wholeNumber('--track', word) - 1]
  if (track && track.notes.length > 0) return track
  if (word === undefined)
    throw badInput('song_empty', `"${name}" has no playable notes. Choose another file.`)
  if (!track)
    throw wrongUsage('track_missing', `"${name}" has ${count}, but no track ${word}; choose one of them.`)
  throw badInput('track_empty', `Track ${word} of "${name}" has no notes; choose another track.`)
}

function reportProblems(name: string, { problems }: Fingering): void {
  const counts = new Map<Problem['kind'], number>()
  for (const { kind } of problems) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  for (const [kind, count] of counts) process.stderr.write(`${name}: ${count} × ${SENTENCES[kind]}\n`)
}

const SENTENCES: Record<Problem['kind'], string> = {
  not_a_note: 'invalid time or pitch: left out',
  out_of_range: 'note out of range: left out, or moved with --octaves',
  no_string_left: 'no free string for a note: skipped',
  no_legal_grip: 'chord too wide to play: the narrowest grip is used',
  pin_impossible: 'pin to a string that doesn’t have the note: ignored',
  pin_contradicts: 'pin to a string that another note uses: ignored',
}

const TICKS = 960

const ticks = z.number()
const pitch = z.int().check(z.gte(0), z.lte(127))
const head = {
  id: z.optional(z.union([z.string(), z.number()])),
  tuning: z.array(pitch).check(z.minLength(3), z.maxLength(10)),
  capo: z._default(z.int().check(z.gte(0), z.lte(23)), 0),
}
const open = z.object({
  pieces: z.array(z.object({ ...head, notes: z.array(z.tuple([ticks, ticks, pitch], z.number())) })),
})
const placed = z.object({
  pieces: z.array(z.object({ ...head, notes: z.array(z.tuple([ticks, ticks, pitch, z.int(), z.int()])) })),
})

interface PlacedPiece extends TablaturePiece {
  readonly id?: string | number | undefined
}

/** Returns whether the file is tablature in JSON. JSON songs have tracks instead of pieces. */
function looksLikeTablature(bytes: Uint8Array): boolean {
  if (isGzip(bytes)) return true
  const text = new TextDecoder().decode(bytes)
  return /^\s*\{/.test(text) && /"pieces"\s*:/.test(text)
}

function readOpenPieces(bytes: Uint8Array, name: string) {
  return checked(open, bytes, name, 'notes as [onset, duration, pitch]').pieces
}

export function readPlacedPieces(bytes: Uint8Array, name: string): PlacedPiece[] {
  const { pieces } = checked(placed, bytes, name, 'notes as [onset, duration, pitch, string, fret]')
  return pieces.map(piece => ({
    ...piece,
    notes: piece.notes.map(([onset, duration, pitch, string, fret]) => ({
      ...timed(onset, duration, pitch),
      string,
      fret,
    })),
  }))
}

/**
 * Converts a note's times to quarter notes.
 * @param onset start, ticks
 * @param duration ticks
 */
function timed(onset: number, duration: number, pitch: number): PositionNote {
  return { onset: onset / TICKS, duration: duration / TICKS, pitch }
}

function checked<T>(schema: z.ZodMiniType<T>, bytes: Uint8Array, name: string, wanted: string): T {
  const complaint = (path: string) =>
    `"${name}" isn't valid tablature at ${path}: it needs pieces with a tuning and ${wanted}.`
  return readPackedJson(schema, bytes, name, 'tablature_invalid', complaint)
}
