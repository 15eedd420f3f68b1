// All script that a real Chromium requests until a log-in has succeeded, compressed, file by file.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Response } from 'playwright'
import { launchChromium } from '../e2e/support/browser.js'
import { logIn } from '../e2e/support/log-in.js'
import { startProduct } from '../e2e/support/product.js'
import { ROOT, reportFigure, shown } from './harness.js'

/** Kilobytes of 1000 bytes, gzip at its best level, as a web server would keep the files ready. */
const LIMIT_KB = 225

/** What must not come before there is use for it, by its place among the sources of a chunk. */
const ONLY_WHEN_NEEDED = [
  /node_modules\/tone\//,
  /node_modules\/webmidi\//,
  /node_modules\/@tonejs\/midi\//,
  /node_modules\/tonal\//,
  /src\/plugins\/fretboard\/ui\//,
]

/** The sources that a chunk was made of, from its source map. */
function sourcesOf(file: string): readonly string[] {
  const map = join(ROOT, 'dist/app/assets', `${file}.map`)
  if (!existsSync(map)) return []
  return (JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }).sources
}

async function scriptsUntilLogIn(): Promise<readonly Response[]> {
  const product = await startProduct()
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    const requested = new Set<unknown>()
    const scripts: Response[] = []
    let loggedIn = false
    page.on('request', request => {
      if (!loggedIn && request.resourceType() === 'script') requested.add(request)
    })
    page.on('response', response => {
      if (requested.has(response.request())) scripts.push(response)
      if (response.url().endsWith('/auth/login') && response.ok()) loggedIn = true
    })
    await logIn(page, product.url)
    await Promise.all(scripts.map(script => script.body()))
    return scripts
  } finally {
    await browser.close()
    await product.stop()
  }
}

const weights: { file: string; kilobytes: number }[] = []
const early: string[] = []
for (const script of await scriptsUntilLogIn()) {
  const file = basename(new URL(script.url()).pathname)
  weights.push({ file, kilobytes: gzipSync(await script.body(), { level: 9 }).length / 1000 })
  for (const source of sourcesOf(file)) {
    if (ONLY_WHEN_NEEDED.some(pattern => pattern.test(source))) early.push(`${file} holds ${source}`)
  }
}
for (const { file, kilobytes } of weights.sort((a, b) => b.kilobytes - a.kilobytes)) {
  process.stdout.write(`  ${shown(kilobytes).padStart(7)} kB  ${file}\n`)
}
for (const line of early.slice(0, 10)) process.stdout.write(`  too early: ${line}\n`)
reportFigure({
  name: 'script until logged in, gzip',
  figure: weights.reduce((sum, { kilobytes }) => sum + kilobytes, 0),
  unit: 'kB',
  limit: LIMIT_KB,
})
reportFigure({ name: 'sources loaded before they are needed', figure: early.length, unit: '', limit: 0 })
