/**
 * Compares Fretwork's notes with MuseScore's for each MusicXML test file, and for the MusicXML exported from
 * Guitar Pro files. A table explains known differences. Any other difference is an error. Requires Debian's
 * `musescore3`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Song } from '../../src/music/song/song.js'
import { readChecked } from '../../src/plugins/score-files/reading/read-score.js'
import { writeScore } from '../../src/plugins/score-files/writing/write-score.js'
import { midiEvents } from '../../tests/support/midi-events.js'
import { ROOT, reportFigure } from '../support/harness.js'

const MUSESCORE = '/usr/bin/musescore3'
const DATA = join(ROOT, '..', 'shared', 'data')
/** Tolerance in quarter notes. */
const TOLERANCE = 0.02
const SHOWN_AT_MOST = 6

/** Number of notes played only by Fretwork, and number played only by MuseScore. */
type Counts = readonly [ours: number, theirs: number]

const EXPLAINED: readonly { readonly why: string; readonly files: Readonly<Record<string, Counts>> }[] =
  JSON.parse(readFileSync(join(import.meta.dirname, 'musescore.json'), 'utf8'))

interface Sound {
  readonly onset: number
  readonly pitch: number
}

function oursOf({ tracks, header }: Song): Sound[] {
  return tracks.flatMap(({ notes }) =>
    notes.map(({ ticks, midi }) => ({ onset: ticks / header.ppq, pitch: midi })),
  )
}

function theirsOf(bytes: Uint8Array): Sound[] {
  const { ppq, events } = midiEvents(bytes)
  const struck = events.filter(({ status, two }) => status >> 4 === 9 && two > 0)
  return struck.map(({ tick, one }) => ({ onset: tick / ppq, pitch: one }))
}

/** Returns the elements that are in only one of the lists. */
function apart(ours: readonly Sound[], theirs: readonly Sound[]) {
  const left = [...theirs]
  const onlyOurs = ours.filter(({ onset, pitch }) => {
    const index = left.findIndex(other => other.pitch === pitch && Math.abs(other.onset - onset) <= TOLERANCE)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
  return { onlyOurs, onlyTheirs: left }
}

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(DATA, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => ending.test(name))
    .sort()
    .map(name => join(folder, name))
}

interface Piece {
  readonly name: string
  readonly song: Song
  readonly job: { readonly in: string; readonly out: string }
}

async function pieces(folder: string): Promise<Piece[]> {
  const found: Piece[] = []
  const names = [
    ...filesIn('musicxml', /xml$/),
    ...filesIn('field/musicxml', /\.(musicxml|mxl)$/),
    ...filesIn('guitar-pro', /\.gp[345x]?$/),
  ]
  for (const name of names) {
    const bytes = new Uint8Array(readFileSync(join(DATA, name)))
    const song = (await readChecked(bytes)).song as Song
    const isWritten = name.startsWith('guitar-pro')
    const written = join(folder, `${found.length}${isWritten ? '.musicxml' : extname(name)}`)
    writeFileSync(written, isWritten ? writeScore(song, 'musicxml', 'auto') : bytes)
    found.push({ name, song, job: { in: written, out: join(folder, `${found.length}.mid`) } })
  }
  return found
}

function play(jobs: readonly Piece['job'][], folder: string): void {
  writeFileSync(join(folder, 'jobs.json'), JSON.stringify(jobs))
  const env = { ...process.env, QT_QPA_PLATFORM: 'offscreen', HOME: folder }
  spawnSync(MUSESCORE, ['-j', join(folder, 'jobs.json')], { env, stdio: 'ignore' })
}

const shownNotes = (sounds: readonly Sound[]) =>
  sounds
    .slice(0, SHOWN_AT_MOST)
    .map(({ onset, pitch }) => `${pitch} at ${Math.round(onset * 100) / 100}`)
    .join(', ')

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fretwork-musescore-'))
  try {
    const all = await pieces(folder)
    play(
      all.map(({ job }) => job),
      folder,
    )
    // MuseScore stops at a file that it can't read, so the remaining files are retried individually.
    for (const { job } of all) if (!existsSync(job.out)) play([job], folder)
    const known = new Map(EXPLAINED.flatMap(({ files }) => Object.entries(files)))
    let [notes, agreed, unexplained] = [0, 0, 0]
    for (const { name, song, job } of all) {
      const ours = oursOf(song)
      const theirs = existsSync(job.out) ? theirsOf(new Uint8Array(readFileSync(job.out))) : []
      const { onlyOurs, onlyTheirs } = apart(ours, theirs)
      notes += ours.length
      agreed += ours.length - onlyOurs.length
      const [fewer = 0, more = 0] = known.get(name) ?? []
      if (fewer === onlyOurs.length && more === onlyTheirs.length) continue
      unexplained += 1
      process.stdout.write(`  ${name}, ${ours.length} notes, ${theirs.length} of MuseScore\n`)
      process.stdout.write(`    ${onlyOurs.length} are only ours: ${shownNotes(onlyOurs)}\n`)
      process.stdout.write(`    ${onlyTheirs.length} are only MuseScore’s: ${shownNotes(onlyTheirs)}\n`)
    }
    const files = `${all.length} files, ${known.size} of them explained`
    reportFigure(`notes as MuseScore plays them, of ${notes} in ${files}`, (agreed / notes) * 100, '≥ 0 %')
    reportFigure('files that MuseScore plays in another way, for no known reason', unexplained, '≤ 0')
  } finally {
    await rm(folder, { recursive: true })
  }
}

if (existsSync(MUSESCORE)) await main()
else process.stdout.write('  musescore3 is not installed: nothing was compared.\n')
