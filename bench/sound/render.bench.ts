// The first minute of songs rendered by Fretwork and by FluidSynth with the same bank: spectra, note starts,
// clipping and speed. Reverb, chorus and techniques (missing in FluidSynth) are off, and levels are equal.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Song } from '../../src/music/song/song.js'
import { songEvents } from '../../src/music/song/song-events.js'
import { songToMidi } from '../../src/music/song/song-to-midi.js'
import { CORE_PROGRAMS } from '../../src/plugins/sound/synthesis/bank-files.js'
import { median, quantile, ROOT, reportFigure, reportRatio, shown } from '../support/harness.js'
import { BANK_FILE, readSongOf, renderAsHeard, renderBare, SAMPLE_RATE, wholeBank } from './rendered-songs.js'
import { logSpectralDistance, startDifferences } from './spectra.js'

const DATA = join(ROOT, '../shared/data')
const GUITAR_PRO_FILES = 20
const SPECTRA_AT_MOST_DB = 3
const STARTS_AT_MOST_MS = 3
const ANY = Number.POSITIVE_INFINITY

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(DATA, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => ending.test(name))
    .map(name => join(DATA, folder, name))
    .sort()
}

/** The largest files have the most notes. Some contain only a layout. */
function files(): string[] {
  const scores = filesIn('guitar-pro', /\.gp[345x]?$/).sort((a, b) => statSync(b).size - statSync(a).size)
  return [...filesIn('midi', /\.mid$/), ...scores]
}

function fluidSynth(song: Song, folder: string): readonly [Float32Array, Float32Array] {
  const [midi, raw] = [join(folder, 'song.mid'), join(folder, 'song.raw')]
  writeFileSync(midi, songToMidi(song))
  const { status, stderr } = spawnSync('fluidsynth', [
    ...['-n', '-i', '-R', '0', '-C', '0', '-g', '0.2', '-r', String(SAMPLE_RATE)],
    ...['-T', 'raw', '-O', 'float', '-F', raw, BANK_FILE, midi],
  ])
  if (status !== 0) throw new Error(`FluidSynth ended with ${status}: ${String(stderr).trim()}`)
  const bytes = readFileSync(raw)
  const samples = new Float32Array(new Uint8Array(bytes).buffer)
  const channel = (first: number) =>
    Float32Array.from({ length: samples.length / 2 }, (_, index) => samples[2 * index + first] ?? 0)
  return [channel(0), channel(1)]
}

const isCore = (song: Song) =>
  song.tracks.every(
    ({ notes, channel, instrument, programChanges = [] }) =>
      notes.length === 0 ||
      channel === 9 ||
      [instrument, ...programChanges].every(({ number }) => CORE_PROGRAMS.includes(number)),
  )

const isClipped = (sample: number) => Math.abs(sample) >= 1

async function measured(song: Song, folder: string) {
  let began = performance.now()
  const bare = renderBare(song, await wholeBank())
  const ours = performance.now() - began
  began = performance.now()
  const whole = fluidSynth(song, folder)
  const [{ length }] = bare
  const reference = whole.map(channel => channel.subarray(0, length))
  const peer = ((performance.now() - began) * Math.min(length, whole[0].length)) / whole[0].length
  const heard = await renderAsHeard(song)
  const starts = [
    ...new Set(
      songEvents(song)
        .filter(({ bytes }) => (bytes[0] ?? 0) >> 4 === 9 && (bytes[2] ?? 0) > 0)
        .map(({ atMs }) => Math.round(atMs) / 1000),
    ),
  ]
  return {
    ...{ ours, peer, seconds: bare[0].length / SAMPLE_RATE },
    distance: logSpectralDistance(bare, reference, SAMPLE_RATE),
    differences: startDifferences(bare, reference, { starts, sampleRate: SAMPLE_RATE }),
    clipped: heard.reduce((sum, channel) => sum + channel.filter(isClipped).length, 0),
  }
}

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fretwork-bench-'))
  const distances: { core: number[]; other: number[] } = { core: [], other: [] }
  const differences: number[] = []
  const times = { ours: 0, peer: 0 }
  let clipped = 0
  let scores = 0
  try {
    for (const file of files()) {
      if (scores === GUITAR_PRO_FILES) break
      const name = basename(file)
      const song = await readSongOf(file).catch((error: unknown) => {
        process.stdout.write(`  ${name}: not readable (${String(error).split('\n')[0]})\n`)
      })
      if (!song?.tracks.some(({ notes }) => notes.length > 0)) continue
      if (!name.endsWith('.mid')) scores += 1
      const result = await measured(song, folder)
      distances[isCore(song) ? 'core' : 'other'].push(result.distance)
      differences.push(...result.differences)
      times.ours += result.ours
      times.peer += result.peer
      clipped += result.clipped
      process.stdout.write(
        `  ${name} (${shown(result.seconds)} s${isCore(song) ? ', core bank' : ''}): ` +
          `${shown(result.distance)} dB, starts ${shown(median(result.differences))} ms ` +
          `(${result.differences.length}), ${shown(result.ours / result.peer)}× FluidSynth’s time\n`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  reportFigure(
    'log-spectral distance to FluidSynth, core bank, median of files',
    median(distances.core),
    `≤ ${SPECTRA_AT_MOST_DB} dB`,
  )
  reportFigure(
    `files over ${SPECTRA_AT_MOST_DB} dB, of ${distances.core.length} that use the core bank`,
    distances.core.filter(distance => distance > SPECTRA_AT_MOST_DB).length,
    '≤ 0 files',
  )
  reportFigure(
    'log-spectral distance to FluidSynth, other instruments, median of files',
    median(distances.other),
    `≤ ${ANY} dB`,
  )
  const delay = median(differences)
  reportFigure('note starts before FluidSynth’s, median', -delay, `≤ ${STARTS_AT_MOST_MS} ms`)
  // FluidSynth starts notes only at multiples of 64 samples (1.5 ms).
  reportFigure(
    `note starts of ${differences.length} notes, corrected by that delay, 95th percentile`,
    quantile(
      differences.map(each => Math.abs(each - delay)),
      0.95,
    ),
    `≤ ${STARTS_AT_MOST_MS} ms`,
  )
  reportFigure('clipped samples', clipped, '≤ 0 samples')
  reportRatio('time to load the bank and render : FluidSynth', [times.ours, times.peer], 'ms', `≤ ${ANY}×`)
}

if (spawnSync('fluidsynth', ['--version']).status === 0) await compare()
else process.stdout.write('  Skipped: FluidSynth is not installed (apt-get install fluidsynth).\n')
