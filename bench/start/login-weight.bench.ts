// All script that a real Chromium requests until a log-in has succeeded, compressed, file by file.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Request } from 'playwright'
import { launchChromium } from '../../e2e/support/browser.js'
import { logIn } from '../../e2e/support/log-in.js'
import { startProduct } from '../../e2e/support/product.js'
import { ROOT, reportFigure, shown } from '../support/harness.js'

/** Kilobytes of 1000 bytes, gzip at its best level, as a web server would keep the files ready. */
const LIMIT_KB = 200

/** What must not come before there is use for it, by its place among the sources of a chunk. */
const ONLY_WHEN_NEEDED = [
  /node_modules\/tone\//,
  /node_modules\/webmidi\//,
  /node_modules\/@tonejs\/midi\//,
  /node_modules\/tonal\//,
  /src\/plugins\/(?!auth\/|plugin-list)/,
]

/** The sources that a chunk was made of, from its source map. */
function sourcesOf(file: string): readonly string[] {
  const map = join(ROOT, 'dist/app/assets', `${file}.map`)
  if (!existsSync(map)) return []
  return (JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }).sources
}

interface Script {
  readonly file: string
  readonly kilobytes: number
}

/** Waits for a requested script and weighs it. */
async function weighed(request: Request): Promise<Script> {
  const response = await request.response()
  if (!response) throw new Error(`${request.url()} was not answered: ${request.failure()?.errorText}`)
  const compressed = gzipSync(await response.body(), { level: 9 })
  return { file: basename(new URL(request.url()).pathname), kilobytes: compressed.length / 1000 }
}

async function scriptsUntilLogIn(): Promise<readonly Script[]> {
  const product = await startProduct()
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    const requested: Request[] = []
    let loggedIn = false
    page.on('request', request => {
      if (!loggedIn && request.resourceType() === 'script') requested.push(request)
    })
    page.on('response', response => {
      if (response.url().endsWith('/auth/login') && response.ok()) loggedIn = true
    })
    await logIn(page, product.url)
    return await Promise.all(requested.map(weighed))
  } finally {
    await browser.close()
    await product.stop()
  }
}

const scripts = await scriptsUntilLogIn()
const early = scripts.flatMap(({ file }) =>
  sourcesOf(file)
    .filter(source => ONLY_WHEN_NEEDED.some(pattern => pattern.test(source)))
    .map(source => `${file} holds ${source}`),
)
for (const { file, kilobytes } of [...scripts].sort((a, b) => b.kilobytes - a.kilobytes)) {
  process.stdout.write(`  ${shown(kilobytes).padStart(7)} kB  ${file}\n`)
}
for (const line of early.slice(0, 10)) process.stdout.write(`  too early: ${line}\n`)
reportFigure({
  name: 'script until logged in, gzip',
  figure: scripts.reduce((sum, { kilobytes }) => sum + kilobytes, 0),
  unit: 'kB',
  limit: LIMIT_KB,
})
reportFigure({ name: 'sources loaded before they are needed', figure: early.length, unit: '', limit: 0 })
