// What Lighthouse says of our pages on a desktop: performance, accessibility, best practices. It weighs more than all
// our packages together, so it is fetched when this runs, in the version below, and isn’t a dependency.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright'
import { CHROMIUM_FLAGS } from '../../e2e/support/browser.js'
import { logIn } from '../../e2e/support/log-in.js'
import { freePort, startProduct } from '../../e2e/support/product.js'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { reportFigure } from '../support/harness.js'

const TOOL = 'lighthouse@12.8.2'
/** Of 100. A page that is right has all points; a busy machine costs some of the first. */
const LEAST = { performance: 90, accessibility: 100, 'best-practices': 100 }
type Category = keyof typeof LEAST

const BEFORE_LOG_IN = ['/login', '/register', '/password/forgot', '/privacy']
const BEHIND_LOG_IN = [
  '/fretboard',
  '/account/profile',
  '/account/subscription',
  '/account/settings',
  '/people',
]

interface Report {
  readonly categories: Record<
    string,
    { score: number | null; auditRefs: { id: string; weight: number }[] } | undefined
  >
  readonly audits: Record<string, { score: number | null; title: string; displayValue?: string } | undefined>
  readonly finalDisplayedUrl: string
}

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'fretwork-lighthouse-'))

/** @returns why the tool cannot be had, where that is so. */
async function missing(): Promise<string | undefined> {
  try {
    await run('npx', ['--yes', TOOL, '--version'], { cwd: folder })
    return undefined
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  }
}

/** In the browser that listens on `port`, with its cookies. */
async function look(address: string, port: number): Promise<Report> {
  const path = join(folder, 'report.json')
  const categories = `--only-categories=${Object.keys(LEAST).join(',')}`
  const how = ['--preset=desktop', '--disable-storage-reset', '--quiet', '--output=json']
  await run('npx', ['--yes', TOOL, address, `--port=${port}`, categories, ...how, `--output-path=${path}`], {
    cwd: folder,
  })
  return JSON.parse(readFileSync(path, 'utf8')) as Report
}

async function report(url: string, path: string, port: number): Promise<void> {
  const { categories, audits, finalDisplayedUrl } = await look(`${url}${path}`, port)
  if (new URL(finalDisplayedUrl).pathname !== path) throw new Error(`${path} led to ${finalDisplayedUrl}.`)
  for (const name of Object.keys(LEAST) as Category[]) {
    const { score, auditRefs } = categories[name] ?? { score: null, auditRefs: [] }
    reportFigure({
      name: `${name} of ${path}`,
      figure: (score ?? Number.NaN) * 100,
      unit: 'of 100',
      limit: LEAST[name],
      atLeast: true,
    })
    for (const { id, weight } of auditRefs) {
      const audit = audits[id]
      if (!audit || audit.score === null || audit.score === 1 || weight === 0) continue
      process.stdout.write(`    ${id}: ${audit.title} ${audit.displayValue ?? ''}\n`)
    }
  }
}

const why = await missing()
if (why !== undefined) {
  process.stdout.write(`  Nothing is measured: ${TOOL} cannot be fetched (${why}).\n`)
} else {
  const product = await startProduct()
  const port = await freePort()
  const executablePath = findChromium()
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
    ...(executablePath ? { executablePath } : {}),
  })
  try {
    for (const path of BEFORE_LOG_IN) await report(product.url, path, port)
    await logIn(await context.newPage(), product.url)
    for (const path of BEHIND_LOG_IN) await report(product.url, path, port)
  } finally {
    await context.close()
    await product.stop()
  }
}
rmSync(folder, { recursive: true, force: true })
