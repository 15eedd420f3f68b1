import { basename, extname } from 'node:path'
import type { PluginManifest } from '../../src/core/kernel/manifest/plugin.js'
import { MidiRangeError } from '../../src/core/music/midi/midi-limits.js'
import type { Song } from '../../src/core/music/song/song.js'
import { songDifference } from '../../src/core/music/song/song-difference.js'
import { songSummary } from '../../src/core/music/song/song-summary.js'
import { songToMidi } from '../../src/core/music/song/song-to-midi.js'
import { memoryStorage } from '../../src/core/platform/memory-platform.js'
import { SentenceError } from '../../src/core/platform/sentence-error.js'
import { SONG_READER, type SongReader } from '../../src/plugins/midi-file/tokens.js'
import { MIDI_PLUGINS } from '../../src/plugins/midi-plugins.js'
import { SCORES } from '../../src/plugins/score-files/tokens.js'
import { badInput, CliError, EXIT, wrongUsage } from '../errors.js'
import { nameOfFile, readInput, reasonOf, refuseExisting, STANDARD, writeWhole } from '../io/files.js'
import { writeJUnit } from '../io/junit.js'
import { counted, plain, printJson } from '../io/print.js'
import { activatePackages, reportBroken, withPackages } from '../packages/with-packages.js'
import { createNodeKernel } from '../platform/node-kernel.js'
import { inFile } from '../replay/play-file.js'
import { songAsText } from './song-text.js'

type Kernel = ReturnType<typeof createNodeKernel>

interface Read {
  readonly song: Song
  readonly notes: readonly string[]
}

interface SongOptions {
  readonly json?: boolean
  readonly plugins?: string
}

export async function info(file: string, { json, plugins: named }: SongOptions): Promise<number> {
  const plugins = await withPackages(MIDI_PLUGINS, named)
  const { song, notes } = await readSong(file, plugins)
  reportNotes(file, notes)
  const summary = songSummary(song)
  if (json) {
    printJson(summary)
    return EXIT.ok
  }
  const { name, lengthMs, bpm, tempoChanges, meter, key, ppq, tracks } = summary
  const rows = [
    ['name', name],
    [
      'length',
      `${Math.floor(lengthMs / 60_000)}:${String(Math.floor((lengthMs % 60_000) / 1000)).padStart(2, '0')}`,
    ],
    ['tempo', `${bpm} bpm${tempoChanges ? `, changes ${counted(tempoChanges, 'time')}` : ''}`],
    ['meter', meter ?? ''],
    ['key', key ?? ''],
    ['ticks per beat', String(ppq)],
    ['notes', String(summary.notes)],
  ].filter(([, value]) => value !== '')
  for (const [what = '', value = ''] of rows)
    process.stdout.write(`${`${what}:`.padEnd(16)}${plain(value)}\n`)
  for (const track of tracks) {
    const range = track.lowest ? `  ${track.lowest} to ${track.highest}` : ''
    const columns = [
      `${track.number}`.padStart(3),
      `ch ${track.channel}`.padEnd(5),
      `${counted(track.notes, 'note')}${range}`,
    ]
    process.stdout.write(
      `${columns.join('  ')}  ${plain([track.name, track.instrument].filter(Boolean).join(', '))}\n`,
    )
    if (track.tuning !== undefined) {
      const capo = track.capo === undefined ? '' : `, capo ${track.capo}`
      process.stdout.write(
        `${' '.repeat(12)}${track.tuning}${capo}, ${counted(track.positions ?? 0, 'position')}\n`,
      )
    }
  }
  return EXIT.ok
}

export async function validate(
  files: readonly string[],
  { json, junit, plugins: named }: SongOptions & { junit?: string },
): Promise<number> {
  const plugins = await withPackages(MIDI_PLUGINS, named)
  const results: {
    file: string
    valid: boolean
    notes: readonly string[]
    problem?: string
    exit: number
  }[] = []
  for (const file of files) {
    try {
      results.push({ file, valid: true, notes: (await readSong(file, plugins)).notes, exit: EXIT.ok })
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      results.push({ file, valid: false, notes: [], problem: error.message, exit: error.exit })
    }
  }
  if (json) printJson(results.map(({ exit: _exit, ...result }) => result))
  else {
    for (const { file, valid, notes, problem } of results) {
      if (valid) process.stdout.write(`${nameOfFile(file)}: is a song\n`)
      else process.stderr.write(`${problem}\n`)
      reportNotes(file, notes)
    }
  }
  if (junit !== undefined) {
    const cases = results.map(({ file, problem }) => ({
      ...{ name: basename(file), group: 'songs' },
      ...(problem !== undefined && { failure: problem }),
    }))
    await writeJUnit(junit, 'fretwork song validate', cases)
  }
  return results.find(({ exit }) => exit !== EXIT.ok)?.exit ?? EXIT.ok
}

const TEXT = '.txt'
const OUR_ENDINGS = ['.mid', '.midi', '.json']
const ENDINGS = [...OUR_ENDINGS, '.musicxml', '.mxl', '.xml', '.gp', TEXT]

export async function convert(
  from: string,
  to: string,
  { grid, force, plugins: named }: { grid?: string; force?: boolean; plugins?: string } = {},
): Promise<number> {
  const ending = extname(to).toLowerCase()
  if (to !== STANDARD && !ENDINGS.includes(ending)) {
    const message = `"${to}" ends with none of ${ENDINGS.join(', ')}; name it so that it does.`
    throw wrongUsage('format_unknown', message)
  }
  refuseExisting(to, { force })
  const plugins = await withPackages(MIDI_PLUGINS, named)
  const { song, notes } = await readSong(from, plugins)
  reportNotes(from, notes)
  if (to === STANDARD) process.stdout.write(asJson(song))
  else {
    const content = OUR_ENDINGS.includes(ending)
      ? inOurFormat(from, song, ending)
      : ending === TEXT
        ? songAsText(await withReader((_, kernel) => positioned(kernel, song), plugins))
        : await writeSong(song, to, { grid, plugins })
    await writeWhole(to, content).catch(cause => {
      const message = `"${to}" cannot be written (${reasonOf(cause)}); choose another path.`
      throw badInput('file_unwritable', message, cause)
    })
  }
  return EXIT.ok
}

const asJson = (song: Song) => `${JSON.stringify(song, null, 2)}\n`

function inOurFormat(from: string, song: Song, ending: string): Uint8Array | string {
  return ending === '.json' ? asJson(song) : asMidi(from, song)
}

function asMidi(file: string, song: Song): Uint8Array {
  try {
    return songToMidi(song)
  } catch (thrown) {
    // JSON can hold songs that a MIDI file cannot.
    throw thrown instanceof MidiRangeError ? inFile(file, thrown) : thrown
  }
}

export async function diff(
  first: string,
  second: string,
  { json, plugins: named }: SongOptions,
): Promise<number> {
  const plugins = await withPackages(MIDI_PLUGINS, named)
  const differences = songDifference(
    (await readSong(first, plugins)).song,
    (await readSong(second, plugins)).song,
  )
  if (json) printJson({ first, second, differences })
  else for (const sentence of differences) process.stdout.write(`${plain(sentence)}\n`)
  return differences.length === 0 ? EXIT.ok : EXIT.mismatch
}

async function readSong(file: string, plugins: readonly PluginManifest[]): Promise<Read> {
  const bytes = await readInput(file)
  return withReader(async reader => {
    const name = file === STANDARD ? undefined : basename(file)
    const { song, notes } = await reader.read(bytes, name).catch(error => {
      throw inFile(file, error)
    })
    return { song, notes: notes.map(({ message }) => message) }
  }, plugins)
}

function writeSong(
  song: Song,
  file: string,
  { grid, plugins }: { grid: string | undefined; plugins: readonly PluginManifest[] },
): Promise<Uint8Array> {
  return withReader(
    reader =>
      reader.write(song, extname(file).toLowerCase(), { grid }).catch(error => {
        if (!(error instanceof SentenceError)) throw error
        const exit = error.code === 'score_no_grid' ? EXIT.usage : EXIT.badInput
        throw new CliError(error.code, error.message, exit, { cause: error })
      }),
    plugins,
  )
}

async function positioned(kernel: Kernel, song: Song): Promise<Song> {
  await kernel.host.activate('score-files')
  return kernel.get(SCORES).positioned(song)
}

async function withReader<T>(
  use: (reader: SongReader, kernel: Kernel) => Promise<T>,
  plugins: readonly PluginManifest[],
): Promise<T> {
  const kernel = createNodeKernel(plugins, { storage: memoryStorage() })
  try {
    await kernel.host.activate('midi-file')
    await activatePackages(kernel)
    return await use(kernel.get(SONG_READER), kernel)
  } finally {
    reportBroken(kernel)
    kernel.dispose()
  }
}

function reportNotes(file: string, notes: readonly string[]): void {
  for (const note of notes) process.stderr.write(`${nameOfFile(file)}: ${plain(note)}\n`)
}
