// Damaged and hostile pictures: each is kept or refused, and nothing else waits meanwhile.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { PNG } from 'pngjs'
import { build } from 'vite'
import { DEMO, startProduct } from '../../e2e/support/product.js'
import { saveAvatar } from '../../src/core/api/account.js'
import { login, type TokenPair } from '../../src/core/api/auth.js'
import { ihdr, twoHeaders } from '../../tests/server/pictures/png-files.js'
import { ROOT, reportFigure, shown } from '../support/harness.js'
import { send } from '../support/post.js'
import { createRandom } from '../support/random.js'

/** As many as are accepted of a user in a minute. */
const TOGETHER = 20
const HEALTH_MS = 100
const IDLE_MS = 2000

const random = createRandom(1)

/** Bundled as the server is: the compiler of this file takes more memory than all pictures. */
async function flood(): Promise<void> {
  const outDir = join(ROOT, 'test-results', 'pictures')
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    ssr: { external: true },
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      rolldownOptions: {
        input: {
          flood: 'bench/soak/pictures/flood.ts',
          'picture-worker': 'server/pictures/picture-worker.mjs',
        },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
  const { status } = spawnSync(process.execPath, [join(outDir, 'flood.mjs')], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}

/** As costly as a picture can be: no row is like another, so that no filter helps. */
function costlyPicture(): string {
  const picture = new PNG({ width: 240, height: 240 })
  for (let index = 0; index < picture.data.length; index += 1) picture.data[index] = random.below(256)
  return PNG.sync.write(picture).toString('base64')
}

/** In a thread of its own: sending twenty pictures takes this one some time, too. Says when it begins, and ends with a message. */
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
  parentPort.postMessage(slowest)
})()`

/** The slowest answer of `/health` in milliseconds while ten hostile and ten costly pictures are sent at once. */
async function slowestHealth(url: string, email: string): Promise<number> {
  const { jwt } = (await send(url, login, { body: { email, password: DEMO.password } })).body as TokenPair
  const hostile = twoHeaders(ihdr(30_000, 30_000)).toString('base64')
  const given = Array.from({ length: TOGETHER }, (_, index) => (index % 2 === 0 ? hostile : costlyPicture()))
  const idle = await slowestWhile(url, () => new Promise(resolve => setTimeout(resolve, IDLE_MS)))
  let statuses: number[] = []
  const busy = await slowestWhile(url, async () => {
    const answers = given.map(picture => send(url, saveAvatar, { jwt, body: { picture } }))
    statuses = (await Promise.all(answers)).map(({ status }) => status)
  })
  process.stdout.write(
    `  /health: ${shown(busy)} ms, idle ${shown(idle)} ms; pictures: ${statuses.join(' ')}\n`,
  )
  return busy
}

/** The slowest answer of `/health` in milliseconds until the work is done. */
async function slowestWhile(url: string, work: () => Promise<void>): Promise<number> {
  const asking = new Worker(ASK_HEALTH, { eval: true, execArgv: [], workerData: `${url}/health` })
  await once(asking, 'message')
  await work()
  asking.postMessage('end')
  const [slowest] = await once(asking, 'message')
  return slowest
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

await flood()
await health()
