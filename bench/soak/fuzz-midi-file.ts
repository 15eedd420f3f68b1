// A minute of damaged MIDI files: each is a sound song or a clear refusal, and none takes long.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSong, SongError } from '../../src/core/music/song/song.js'
import { songEvents } from '../../src/core/music/song/song-events.js'
import { MidiFileError } from '../../src/plugins/midi-file/midi-file-error.js'
import { readSongFile } from '../../src/plugins/midi-file/reading/read-song-file.js'
import { ROOT, reportFigure, shown } from '../support/harness.js'
import { createRandom } from '../support/random.js'
import { type MutableFile, mutated } from './midi-files/mutated-file.js'
import { soundMidiFiles } from './midi-files/sound-midi-files.js'

const LASTS_MS = 60_000
const SLOWEST_MS = 2000
const FAULTS_AT_MOST = 10
const REAL_FILES = join(ROOT, '..', 'shared', 'data', 'midi')
const KEPT_IN = join(ROOT, 'test-results')

function originals(): MutableFile[] {
  if (!existsSync(REAL_FILES)) {
    process.stdout.write(`  real files are not tried: ${REAL_FILES} is missing\n`)
    return soundMidiFiles()
  }
  const real = readdirSync(REAL_FILES)
    .filter(name => name.endsWith('.mid'))
    .sort()
    .map(name => ({ name, bytes: [...readFileSync(join(REAL_FILES, name))] }))
  return [...soundMidiFiles(), ...real]
}

function pathOfNoNumber(value: unknown, path = 'song'): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = pathOfNoNumber(inner, `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

async function faultOf(bytes: Uint8Array, outcomes: Map<string, number>): Promise<string | undefined> {
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  try {
    const { song } = await readSongFile(bytes)
    count('a song')
    const path = pathOfNoNumber(song)
    if (path !== undefined) return `${path} isn’t a number`
    const again = parseSong(JSON.parse(JSON.stringify(song)))
    if (again instanceof SongError) return `its JSON isn’t a song: ${again.message}`
    const open = songEvents(song).reduce((sum, { bytes: [status = 0] }) => {
      return sum + (status >> 4 === 9 ? 1 : status >> 4 === 8 ? -1 : 0)
    }, 0)
    return open === 0 ? undefined : `${open} notes more begin than end`
  } catch (thrown) {
    if (!(thrown instanceof MidiFileError)) return `it threw ${thrown}`
    count(thrown.code)
    // Our reader should have repaired or named it first.
    if (thrown.code === 'midi_unreadable') return `the library refused it: ${thrown.message}`
    return thrown.message.includes('{{') ? `its sentence has a gap: ${thrown.message}` : undefined
  }
}

const files = originals()
const outcomes = new Map<string, number>()
const faults: string[] = []
let slowest = { ms: 0, what: '' }
let cases = 0
const end = performance.now() + LASTS_MS
while (performance.now() < end && faults.length < FAULTS_AT_MOST) {
  cases += 1
  // The seed is the number of the case.
  const { name, bytes } = mutated(files, createRandom(cases))
  const began = performance.now()
  const fault = await faultOf(Uint8Array.from(bytes), outcomes)
  const ms = performance.now() - began
  if (ms > slowest.ms) slowest = { ms, what: `case ${cases}, of ${name}, ${bytes.length} bytes` }
  if (fault === undefined) continue
  mkdirSync(KEPT_IN, { recursive: true })
  writeFileSync(join(KEPT_IN, `midi-file-${cases}.mid`), Uint8Array.from(bytes))
  faults.push(`case ${cases}, of ${name}: ${fault}; kept as test-results/midi-file-${cases}.mid`)
}

for (const fault of faults) process.stdout.write(`  ${fault}\n`)
const common = [...outcomes].sort(([, a], [, b]) => b - a)
process.stdout.write(`  ${cases} files: ${common.map(([what, count]) => `${what} ${count}`).join(', ')}\n`)
process.stdout.write(`  slowest: ${shown(slowest.ms)} ms, ${slowest.what}\n`)
reportFigure('faults of damaged MIDI files', faults.length, '≤ 0')
reportFigure('slowest damaged MIDI file', slowest.ms, `≤ ${SLOWEST_MS} ms`)
