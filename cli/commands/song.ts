/** `fretwork song`: show, validate, convert and compare song files. */
import { basename, extname } from 'node:path'
import { MidiRangeError } from '../../src/core/music/midi/midi-limits.js'
import type { Song } from '../../src/core/music/song/song.js'
import { songDifference } from '../../src/core/music/song/song-difference.js'
import { songSummary } from '../../src/core/music/song/song-summary.js'
import { songToMidi } from '../../src/core/music/song/song-to-midi.js'
import { messageOf } from '../../src/core/platform/fretwork-error.js'
import { memoryStorage } from '../../src/core/platform/memory-platform.js'
import { SONG_READER } from '../../src/plugins/midi-file/tokens.js'
import { MIDI_PLUGINS } from '../../src/plugins/midi-plugins.js'
import { CliError, EXIT } from '../errors.js'
import { nameOfFile, readInput, STANDARD, writeWhole } from '../io/files.js'
import { writeJUnit } from '../io/junit.js'
import { counted, plain, printJson } from '../io/print.js'
import { createNodeKernel } from '../platform/node-kernel.js'
import { inFile } from '../replay/play-file.js'

interface Read {
  readonly song: Song
  readonly notes: readonly string[]
}

export async function info(file: string, { json }: { json?: boolean }): Promise<number> {
  const { song, notes } = await readSong(file)
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
  }
  return EXIT.ok
}

export async function validate(
  files: readonly string[],
  { json, junit }: { json?: boolean; junit?: string },
): Promise<number> {
  const results: {
    file: string
    valid: boolean
    notes: readonly string[]
    problem?: string
    exit: number
  }[] = []
  for (const file of files) {
    try {
      results.push({ file, valid: true, notes: (await readSong(file)).notes, exit: EXIT.ok })
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

export async function convert(from: string, to: string): Promise<number> {
  const ending = extname(to).toLowerCase()
  if (to !== STANDARD && !['.mid', '.midi', '.json'].includes(ending)) {
    throw new CliError(
      'format_unknown',
      `"${to}" ends with neither .mid nor .json; name it so that it does.`,
      EXIT.usage,
    )
  }
  const { song, notes } = await readSong(from)
  reportNotes(from, notes)
  const isMidi = ending.startsWith('.mid')
  const content = isMidi ? asMidi(from, song) : `${JSON.stringify(song, null, 2)}\n`
  if (to === STANDARD) process.stdout.write(String(content))
  else {
    await writeWhole(to, content).catch(cause => {
      throw new CliError(
        'file_unwritable',
        `"${to}" cannot be written: ${messageOf(cause)}.`,
        EXIT.badInput,
        { cause },
      )
    })
  }
  return EXIT.ok
}

function asMidi(file: string, song: Song): Uint8Array {
  try {
    return songToMidi(song)
  } catch (thrown) {
    // JSON can hold songs that a MIDI file cannot: not an internal error.
    throw thrown instanceof MidiRangeError ? inFile(file, thrown) : thrown
  }
}

export async function diff(first: string, second: string, { json }: { json?: boolean }): Promise<number> {
  const differences = songDifference((await readSong(first)).song, (await readSong(second)).song)
  if (json) printJson({ first, second, differences })
  else for (const sentence of differences) process.stdout.write(`${plain(sentence)}\n`)
  return differences.length === 0 ? EXIT.ok : EXIT.mismatch
}

async function readSong(file: string): Promise<Read> {
  const bytes = await readInput(file)
  const kernel = createNodeKernel(MIDI_PLUGINS, { storage: memoryStorage() })
  try {
    await kernel.host.activate('midi-file')
    const { song, notes } = await kernel
      .get(SONG_READER)
      .read(bytes, file === STANDARD ? undefined : basename(file))
    return { song, notes: notes.map(({ message }) => message) }
  } catch (error) {
    throw inFile(file, error)
  } finally {
    kernel.dispose()
  }
}

function reportNotes(file: string, notes: readonly string[]): void {
  for (const note of notes) process.stderr.write(`${nameOfFile(file)}: ${plain(note)}\n`)
}
