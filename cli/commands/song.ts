import { basename, extname } from 'node:path'
import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import type { Kernel } from '../../src/core/kernel/tokens.js'
import { memoryStorage } from '../../src/core/platform/memory-platform.js'
import { SentenceError } from '../../src/core/platform/phrases.js'
import { openStringNames } from '../../src/music/guitar/tunings.js'
import { MidiRangeError } from '../../src/music/midi/midi-limits.js'
import type { Song, Track } from '../../src/music/song/song.js'
import { songDifference } from '../../src/music/song/song-difference.js'
import { songSummary } from '../../src/music/song/song-summary.js'
import { songToMidi } from '../../src/music/song/song-to-midi.js'
import { SONG_READER, type SongReader } from '../../src/plugins/midi-file/tokens.js'
import { MIDI_PLUGINS } from '../../src/plugins/midi-plugins.js'
import { SCORES } from '../../src/plugins/score-files/tokens.js'
import { CliError, EXIT, wrongUsage } from '../errors.js'
import { nameOfFile, readInput, refuseExisting, STANDARD, writeOutput } from '../io/files.js'
import { counted, minutes, plain, printJson, printLine } from '../io/print.js'
import { writeReports } from '../io/reports.js'
import { activatePackages, reportBroken, withPackages } from '../packages/with-packages.js'
import { createNodeKernel, disposing } from '../platform/node-kernel.js'
import { inFile } from '../replay/play-file.js'
import { tabText } from './positions/positions-text.js'

interface SongOptions {
  readonly json?: boolean
  readonly plugins?: string
}

export async function info(file: string, { json, plugins: named }: SongOptions): Promise<void> {
  const plugins = await withPackages(MIDI_PLUGINS, named)
  const { song, notes } = await readSong(file, plugins)
  reportNotes(file, notes)
  const summary = songSummary(song)
  if (json) return printJson(summary)
  const { name, artist = '', album = '', arranger = '', lengthMs, bpm, tempoChanges } = summary
  const { meter = '', key = '', ppq, tracks } = summary
  const rows = {
    ...{ name, artist, album, arranger },
    length: minutes(lengthMs),
    tempo: `${bpm} bpm${tempoChanges ? `, changes ${counted(tempoChanges, 'time')}` : ''}`,
    meter,
    key,
    'ticks per beat': String(ppq),
    notes: String(summary.notes),
  }
  for (const [what, value] of Object.entries(rows))
    if (value !== '') printLine(`${`${what}:`.padEnd(16)}${plain(value)}`)
  for (const track of tracks) {
    const range = track.lowest ? `  ${track.lowest} to ${track.highest}` : ''
    const called = plain([track.name, track.instrument].filter(Boolean).join(', '))
    const columns = [`${track.number}`.padStart(3), `ch ${track.channel}`.padEnd(5)]
    printLine([...columns, `${counted(track.notes, 'note')}${range}`, called].join('  '))
    if (track.tuning === undefined) continue
    const capo = track.capo === undefined ? '' : `, capo ${track.capo}`
    printLine(`${' '.repeat(12)}${track.tuning}${capo}, ${counted(track.positions ?? 0, 'position')}`)
  }
}

export async function validate(
  files: readonly string[],
  { json, junit, plugins: named }: SongOptions & { junit?: string },
): Promise<number> {
  const plugins = await withPackages(MIDI_PLUGINS, named)
  const results = []
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
  const cases = results.map(({ file, valid, problem = '' }) => ({
    ...{ name: basename(file), group: 'songs', lines: [problem] },
    outcome: valid ? ('ok' as const) : ('failed' as const),
  }))
  await writeReports('fretwork song validate', { junit }, cases)
  return results.find(({ exit }) => exit !== EXIT.ok)?.exit ?? EXIT.ok
}

const TEXT = '.txt'
const MIDI_ENDINGS = ['.mid', '.midi']
const ENDINGS = [...MIDI_ENDINGS, '.json', '.musicxml', '.mxl', '.xml', '.gp', TEXT]

export async function convert(
  from: string,
  to: string,
  { grid, force, plugins: named }: { grid?: string; force?: boolean; plugins?: string } = {},
): Promise<void> {
  const ending = extname(to).toLowerCase()
  if (to !== STANDARD && !ENDINGS.includes(ending)) {
    const message = `Can't write "${to}": its name must end with one of ${ENDINGS.join(', ')}.`
    throw wrongUsage('format_unknown', message)
  }
  refuseExisting(to, { force })
  const plugins = await withPackages(MIDI_PLUGINS, named)
  const { song, notes } = await readSong(from, plugins)
  reportNotes(from, notes)
  const format = to === STANDARD ? '.json' : ending
  await writeOutput(to, await inFormat(song, format, { from, grid, plugins }))
}

async function inFormat(
  song: Song,
  ending: string,
  { from, grid, plugins }: { from: string; grid: string | undefined; plugins: readonly PluginManifest[] },
): Promise<Uint8Array | string> {
  if (ending === '.json') return `${JSON.stringify(song, null, 2)}\n`
  if (MIDI_ENDINGS.includes(ending)) return asMidi(from, song)
  return withReader(async (reader, kernel) => {
    if (ending === TEXT) {
      await kernel.host.activate('score-files')
      return songAsText(await kernel.get(SCORES).positioned(song))
    }
    return reader.write(song, ending, { grid }).catch(error => {
      if (!(error instanceof SentenceError)) throw error
      const exit = error.code === 'score_no_grid' ? EXIT.usage : EXIT.badInput
      throw new CliError(error.code, error.message, exit, { cause: error })
    })
  }, plugins)
}

function asMidi(file: string, song: Song): Uint8Array {
  try {
    return songToMidi(song)
  } catch (thrown) {
    throw thrown instanceof MidiRangeError ? inFile(file, thrown) : thrown
  }
}

export async function diff(first: string, second: string, { json, plugins: named }: SongOptions) {
  const plugins = await withPackages(MIDI_PLUGINS, named)
  const differences = songDifference(
    (await readSong(first, plugins)).song,
    (await readSong(second, plugins)).song,
  )
  if (json) printJson({ first, second, differences })
  else for (const sentence of differences) process.stdout.write(`${plain(sentence)}\n`)
  return differences.length === 0 ? EXIT.ok : EXIT.mismatch
}

export async function repair(from: string, to: string, { force }: { force?: boolean }): Promise<void> {
  if (to !== STANDARD && !MIDI_ENDINGS.includes(extname(to).toLowerCase())) {
    const message = `Can't write "${to}": its name must end with ${MIDI_ENDINGS.join(' or ')}.`
    throw wrongUsage('format_unknown', message)
  }
  refuseExisting(to, { force })
  const file = await readInput(from)
  const { bytes, notes } = await withReader(
    reader =>
      reader.repair(file, nameIn(from)).catch(error => {
        throw inFile(from, error)
      }),
    MIDI_PLUGINS,
  )
  reportNotes(
    from,
    notes.map(({ message }) => message),
  )
  await writeOutput(to, bytes)
}

const nameIn = (file: string) => (file === STANDARD ? undefined : basename(file))

export async function readSong(file: string, plugins: readonly PluginManifest[], signal?: AbortSignal) {
  const bytes = await readInput(file, signal)
  return withReader(async reader => {
    const { song, notes } = await reader.read(bytes, nameIn(file)).catch(error => {
      throw inFile(file, error)
    })
    return { song, notes: notes.map(({ message }) => message) }
  }, plugins)
}

function withReader<T>(
  use: (reader: SongReader, kernel: Kernel) => Promise<T>,
  plugins: readonly PluginManifest[],
): Promise<T> {
  return disposing(createNodeKernel(plugins, { storage: memoryStorage() }), async kernel => {
    try {
      await kernel.host.activate('midi-file')
      await activatePackages(kernel)
      return await use(kernel.get(SONG_READER), kernel)
    } finally {
      reportBroken(kernel)
    }
  })
}

export function reportNotes(file: string, notes: readonly string[]): void {
  for (const note of notes) process.stderr.write(`${nameOfFile(file)}: ${plain(note)}\n`)
}

function songAsText(song: Song): string {
  const tracks = song.tracks.filter(
    ({ tuning, notes }) => tuning && notes.some(({ fret }) => fret !== undefined),
  )
  const parts = tracks.map(track => trackText(track, song.header.ppq))
  return `${[song.header.name, ...parts].filter(part => part !== '').join('\n\n')}\n`
}

function trackText({ name, tuning = [], capo = 0, notes }: Track, ppq: number): string {
  const strings = openStringNames(tuning).toReversed().join(' ')
  const heading = [name, strings, capo > 0 ? `capo ${capo}` : ''].filter(part => part !== '').join(', ')
  const onsets = notes.map(({ ticks, durationTicks, midi }) => ({
    ...{ onset: ticks / ppq, duration: durationTicks / ppq, pitch: midi },
  }))
  const positions = notes.map(({ string, fret }) => ({
    ...{ position: string === undefined || fret === undefined ? undefined : { string, fret } },
    ...{ confidence: 1, alternatives: [], octaves: 0 },
  }))
  return `${heading}\n${tabText(onsets, positions, tuning)}`
}
