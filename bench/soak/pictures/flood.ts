// 10,000 damaged pictures, read as the server reads them; a program of its own, without a compiler in its memory.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Problem } from '../../../server/http/problem.js'
import { Pictures } from '../../../server/pictures/pictures.js'
import { ROOT, reportFigure, shown } from '../../support/harness.js'
import { createRandom } from '../../support/random.js'
import { mutated, soundPictures } from './mutated-picture.js'

const CASES = 10_000
/** As many as may wait: one more, and answers would only say so. */
const TOGETHER = 20
const ROUNDS = 4
const RESOLUTION_MS = 1
const BLOCKED_MS = 50
const MEMORY_MB = 300
const MB = 1024 * 1024

const random = createRandom(1)
const files = soundPictures(random)
const outcomes = new Map<string, number>()
const faults: string[] = []
let slowest = { ms: 0, what: '' }
let peak = 0

const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)

interface Case {
  /** Its seed as well, so that one can be made again. */
  readonly number: number
  readonly kind: string
  readonly base64: string
}

function caseOf(number: number): Case {
  const { kind, bytes } = mutated(files, createRandom(number))
  return { number, kind, base64: bytes.toString('base64') }
}

async function readCase(pictures: Pictures, { number, kind, base64 }: Case): Promise<string> {
  const began = performance.now()
  try {
    await pictures.read(base64)
    return `${kind} kept`
  } catch (thrown) {
    const reason = thrown instanceof Problem && thrown.extra.errors?.[0]?.message
    if (reason) return `${kind} ${reason.replace(/has \d+ × \d+ pixels;.*/, 'has too many pixels')}`
    mkdirSync(join(ROOT, 'test-results'), { recursive: true })
    writeFileSync(join(ROOT, 'test-results', `picture-${number}`), base64, 'base64')
    faults.push(`case ${number}, of ${kind}: ${thrown}; kept as test-results/picture-${number}`)
    return `${kind} a fault`
  } finally {
    const ms = performance.now() - began
    if (ms > slowest.ms) slowest = { ms, what: `case ${number}, of ${kind}, ${base64.length} characters` }
    peak = Math.max(peak, process.memoryUsage.rss())
  }
}

/** The longest block in milliseconds while these are read, and what became of them. */
async function readAll(pictures: Pictures, cases: readonly Case[]) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const found = await Promise.all(
    cases.map(async each => {
      // Each request comes in a turn of its own.
      await new Promise(resolve => setTimeout(resolve, each.number % TOGETHER))
      return readCase(pictures, each)
    }),
  )
  // A block is only counted by the timer after it.
  await new Promise(resolve => setTimeout(resolve, 2 * RESOLUTION_MS))
  delay.disable()
  return { blocked: delay.max / 1e6 - RESOLUTION_MS, found }
}

async function mutations(): Promise<void> {
  const before = process.memoryUsage.rss()
  const pictures = new Pictures()
  let [longest, repeated] = [0, 0]
  for (let first = 1; first <= CASES; first += TOGETHER) {
    // Made beforehand: making them takes longer than refusing them.
    const cases = Array.from({ length: TOGETHER }, (_, index) => caseOf(first + index))
    const { blocked, found } = await readAll(pictures, cases)
    for (const outcome of found) count(outcome)
    let least = blocked
    // What a picture does it does again; what the machine does besides, hardly.
    for (let round = 0; round < ROUNDS && least > BLOCKED_MS; round += 1) {
      repeated += 1
      least = Math.min(least, (await readAll(pictures, cases)).blocked)
    }
    longest = Math.max(longest, least)
  }
  await pictures.close()

  for (const fault of faults) process.stdout.write(`  ${fault}\n`)
  const common = [...outcomes].sort(([, a], [, b]) => b - a)
  process.stdout.write(
    `  ${CASES} files: ${common.map(([what, number]) => `${what} ${number}`).join(', ')}\n`,
  )
  process.stdout.write(
    `  slowest, with its wait for ${TOGETHER - 1} others: ${shown(slowest.ms)} ms, ${slowest.what}\n`,
  )
  process.stdout.write(`  memory before: ${shown(before / MB)} MB; ${repeated} repetitions\n`)
  reportFigure({ name: 'faults of damaged pictures', figure: faults.length, unit: '', limit: 0 })
  reportFigure({ name: 'longest block of the event loop', figure: longest, unit: 'ms', limit: BLOCKED_MS })
  reportFigure({ name: 'memory with damaged pictures', figure: peak / MB, unit: 'MB', limit: MEMORY_MB })
}

await mutations()
