/**
 * Reads 10,000 corrupt files in each format. Each must quickly yield a valid song or a one-sentence error.
 * They are read in a separate process, which may hang or crash. FUZZ_CASES and FUZZ_FORMAT select fewer.
 */
import { fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createNodeKernel } from '../../cli/platform/node-kernel.js'
import { memoryStorage } from '../../src/core/platform/memory-platform.js'
import { SentenceError } from '../../src/core/platform/phrases.js'
import { parseSong, type Song, SongError } from '../../src/music/song/song.js'
import { songEvents } from '../../src/music/song/song-events.js'
import { SONG_READER } from '../../src/plugins/midi-file/tokens.js'
import { MIDI_PLUGINS } from '../../src/plugins/midi-plugins.js'
import { ROOT, reportFigure, shown } from '../support/harness.js'
import { damagedFiles, FORMAT_NAMES } from './damaged/damaged-files.js'

const CASES = Number(process.env.FUZZ_CASES ?? 10_000)
const LIMIT_MS = 10_000
const SLOWEST_MS = 5000
const FAULTS_AT_MOST = 20
const KEPT_IN = join(ROOT, 'test-results')

function pathOfNoNumber(value: unknown, path = 'song'): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = pathOfNoNumber(inner, `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

function faultOfSong(song: Song): string | undefined {
  const path = pathOfNoNumber(song)
  if (path !== undefined) return `${path} isn’t a number`
  const again = parseSong(JSON.parse(JSON.stringify(song)))
  if (again instanceof SongError) return `its JSON isn’t a song: ${again.message}`
  const open = songEvents(song).reduce((sum, { bytes: [status = 0] }) => {
    return sum + (status >> 4 === 9 ? 1 : status >> 4 === 8 ? -1 : 0)
  }, 0)
  return open === 0 ? undefined : `${open} notes more begin than end`
}

/** Error codes that mean the reader crashed. It should have reported a specific error. */
const FAILED = ['format_failed', 'midi_unreadable']

function faultOfRefusal(thrown: unknown): string | undefined {
  if (!(thrown instanceof SentenceError)) return `it threw ${thrown instanceof Error ? thrown.stack : thrown}`
  const { code, message, cause } = thrown
  if (FAILED.includes(code)) return `${message} ${cause instanceof Error ? cause.stack : ''}`
  return /\{\{|\n|undefined|NaN/.test(message) || !message.endsWith('.')
    ? `its sentence is “${message}”`
    : undefined
}

interface Tried {
  readonly seed: number
  readonly name: string
  readonly ms: number
  readonly outcome: string
  readonly fault?: string | undefined
}

async function tryCases(format: string, from: number): Promise<void> {
  const damaged = damagedFiles(format)
  const kernel = createNodeKernel(MIDI_PLUGINS, { storage: memoryStorage() })
  await kernel.host.activate('midi-file')
  const reader = kernel.get(SONG_READER)
  const tell = (message: object) => new Promise(done => process.send?.(message, done))
  // Preloads the code that reads this format.
  await reader.read(damaged?.(0).bytes ?? new Uint8Array(), 'first').catch(() => undefined)
  for (let seed = from; damaged && seed <= CASES; seed += 1) {
    const { name, ending, bytes } = damaged(seed)
    await tell({ seed, name })
    const began = performance.now()
    let outcome = 'a song'
    let fault: string | undefined
    try {
      fault = faultOfSong((await reader.read(bytes, `damaged${ending}`)).song)
    } catch (thrown) {
      outcome = thrown instanceof SentenceError ? thrown.code : 'a failure'
      fault = faultOfRefusal(thrown)
    }
    await tell({ seed, name, outcome, fault, ms: performance.now() - began })
  }
  process.disconnect()
}

/** Runs cases from the given seed until the process exits or a case times out. */
function reading(format: string, from: number, onTried: (tried: Tried) => void): Promise<number> {
  return new Promise(resolve => {
    const child = fork(process.argv[1] ?? '', [format, String(from)], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    let at = { seed: from, name: '' }
    let isReading = false
    let began = performance.now()
    const watch = setInterval(() => {
      if (isReading && performance.now() - began > LIMIT_MS) child.kill('SIGKILL')
    }, 500)
    child.on('message', (message: Tried) => {
      ;[at, isReading, began] = [message, message.outcome === undefined, performance.now()]
      if (!isReading) onTried(message)
    })
    child.on('exit', () => {
      clearInterval(watch)
      const ms = performance.now() - began
      const fault = ms > LIMIT_MS ? 'it hangs' : 'its process dies'
      if (isReading) onTried({ ...at, ms, outcome: fault, fault })
      resolve(at.seed + 1)
    })
  })
}

async function fuzz(format: string): Promise<void> {
  const damaged = damagedFiles(format)
  if (!damaged) {
    process.stdout.write(`  ${format}: there are no files to damage.\n`)
    return
  }
  const outcomes = new Map<string, number>()
  const faults: string[] = []
  let slowest: Tried | undefined
  let next = 1
  const onTried = (tried: Tried) => {
    outcomes.set(tried.outcome, (outcomes.get(tried.outcome) ?? 0) + 1)
    if (tried.ms > (slowest?.ms ?? 0)) slowest = tried
    if (tried.fault === undefined) return
    const { ending, bytes } = damaged(tried.seed)
    const kept = `damaged-${tried.seed}${ending}`
    mkdirSync(KEPT_IN, { recursive: true })
    writeFileSync(join(KEPT_IN, kept), bytes)
    faults.push(`${tried.seed}, of ${tried.name}: ${tried.fault}; kept as test-results/${kept}`)
  }
  while (next <= CASES && faults.length < FAULTS_AT_MOST) next = await reading(format, next, onTried)
  for (const fault of faults.slice(0, FAULTS_AT_MOST)) process.stdout.write(`  ${fault}\n`)
  const common = [...outcomes].sort(([, a], [, b]) => b - a).map(([what, count]) => `${what} ${count}`)
  process.stdout.write(`  ${format}: ${common.join(', ')}\n`)
  reportFigure(`faults of damaged files, ${format}`, faults.length, '≤ 0')
  const { ms = Number.NaN, seed, name } = slowest ?? {}
  process.stdout.write(`  slowest: ${shown(ms)} ms, ${seed}, of ${name}\n`)
  reportFigure(`slowest damaged file, ${format}`, ms, `≤ ${SLOWEST_MS} ms`)
}

const [format, from] = process.argv.slice(2)
if (format !== undefined && from !== undefined) await tryCases(format, Number(from))
else {
  const wanted = process.env.FUZZ_FORMAT
  for (const each of FORMAT_NAMES) if (!wanted || each === wanted) await fuzz(each)
}
