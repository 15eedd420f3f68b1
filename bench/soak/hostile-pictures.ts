// 10,000 damaged and hostile pictures: each is kept or refused, and nothing else waits meanwhile.
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { PNG } from 'pngjs'
import { DEMO, startProduct } from '../../e2e/support/product.js'
import { Problem } from '../../server/http/problem.js'
import { Pictures } from '../../server/pictures/pictures.js'
import { saveAvatar } from '../../src/core/api/account.js'
import { login, type TokenPair } from '../../src/core/api/auth.js'
import { ihdr, twoHeaders } from '../../tests/server/pictures/png-files.js'
import { ROOT, reportFigure, shown } from '../support/harness.js'
import { send } from '../support/post.js'
import { createRandom } from '../support/random.js'
import { mutated, soundPictures } from './pictures/mutated-picture.js'

const CASES = 10_000
/** As many as may wait: one more, and answers would only say so. */
const TOGETHER = 20
const ROUNDS = 4
const RESOLUTION_MS = 1
const BLOCKED_MS = 50
const MEMORY_MB = 300
const HEALTH_MS = 100
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
  process.stdout.write(
    `  memory before: ${shown(before / MB)} MB, with the compiler of this file; ${repeated} repetitions\n`,
  )
  reportFigure({ name: 'faults of damaged pictures', figure: faults.length, unit: '', limit: 0 })
  reportFigure({ name: 'longest block of the event loop', figure: longest, unit: 'ms', limit: BLOCKED_MS })
  reportFigure({ name: 'memory with damaged pictures', figure: peak / MB, unit: 'MB', limit: MEMORY_MB })
}

/** As dear as a picture can be: no row is like another, so that each filter is tried in vain. */
function dearPicture(): string {
  const picture = new PNG({ width: 240, height: 240 })
  for (let index = 0; index < picture.data.length; index += 1) picture.data[index] = random.below(256)
  return PNG.sync.write(picture).toString('base64')
}

/** In a thread of its own: sending twenty pictures takes this one some time, too. Says when it begins, and ends when told to. */
const ASK_HEALTH = `
const { parentPort, workerData } = require('node:worker_threads')
let ended = false
parentPort.once('message', () => { ended = true })
void (async () => {
  let [slowest, count] = [0, 0]
  for (; !ended; count += 1) {
    const began = performance.now()
    await (await fetch(workerData)).text()
    // The first one loads the client.
    if (count > 0) slowest = Math.max(slowest, performance.now() - began)
    else parentPort.postMessage('began')
  }
  parentPort.postMessage([slowest, count])
})()`

/** The slowest answer of `/health` in milliseconds while ten hostile and ten dear pictures are sent at once. */
async function slowestHealth(url: string, email: string): Promise<number> {
  const { jwt } = (await send(url, login, { body: { email, password: DEMO.password } })).body as TokenPair
  const hostile = twoHeaders(ihdr(30_000, 30_000)).toString('base64')
  const given = Array.from({ length: TOGETHER }, (_, index) => (index % 2 === 0 ? hostile : dearPicture()))
  const asking = new Worker(ASK_HEALTH, { eval: true, execArgv: [], workerData: `${url}/health` })
  await once(asking, 'message')
  const answers = given.map(picture => send(url, saveAvatar, { jwt, body: { picture } }))
  const statuses = (await Promise.all(answers)).map(({ status }) => status).join(' ')
  asking.postMessage('end')
  const [[slowestMs, count]] = await once(asking, 'message')
  process.stdout.write(`  /health: ${count} answers, ${shown(slowestMs)} ms; pictures: ${statuses}\n`)
  return slowestMs
}

async function health(): Promise<void> {
  const product = await startProduct({ FRETWORK_LOG_LEVEL: 'fatal' })
  try {
    // One after the other, and each may send twenty a minute; a machine with other work is seldom slow twice.
    const figure = Math.min(
      await slowestHealth(product.url, DEMO.email),
      await slowestHealth(product.url, DEMO.adminEmail),
    )
    reportFigure({ name: '/health while pictures are decoded', figure, unit: 'ms', limit: HEALTH_MS })
  } finally {
    await product.stop()
  }
}

await mutations()
await health()
