// From the request of the login page to a form that can be used: with a hundred idle plugins, compared with the product.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { launchChromium } from '../../e2e/support/browser.js'
import { logIn } from '../../e2e/support/log-in.js'
import { precompress } from '../../scripts/lib/build/precompress.mjs'
import type { PluginHost } from '../../src/core/kernel/host/plugin-host.js'
import type { PluginState } from '../../src/core/kernel/host/plugin-state.js'
import { median, ROOT, reportFigure, shown } from '../support/harness.js'
import { type Served, serveApp } from '../support/serve-app.js'
import { buildWithIdlePlugins, HOST_GLOBAL, IDLE_PLUGINS } from './idle-plugins.js'

const ROUNDS = 15
/** What a person takes for "at once": a hundred unused plugins may not cost more than that. */
const LIMIT_ADDED_MS = 100
/** After which the host itself complains. */
const LIMIT_ACTIVATION_MS = 50

/** Milliseconds from navigation until the form is painted and the page listens; nothing is cached. */
async function untilUsable(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await page.addInitScript(() => {
      const seen = new MutationObserver(() => {
        if (!document.querySelector('input[type=password]')) return
        seen.disconnect()
        // The task after the frame: by then the main thread has done what it had to.
        requestAnimationFrame(() => setTimeout(() => performance.mark('usable')))
      })
      seen.observe(document, { childList: true, subtree: true })
    })
    await page.goto(`${url}/login`)
    const mark = await page.waitForFunction(() => performance.getEntriesByName('usable')[0]?.startTime)
    return (await mark.jsonValue()) ?? Number.NaN
  } finally {
    await context.close()
  }
}

async function measureStart(browser: Browser, plain: Served, full: Served): Promise<void> {
  const times = new Map<Served, number[]>([
    [plain, []],
    [full, []],
  ])
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const served of round % 2 === 0 ? [plain, full] : [full, plain]) {
      const ms = await untilUsable(browser, served.url)
      // The first rounds warm up the servers.
      if (round >= 0) times.get(served)?.push(ms)
    }
  }
  const without = median(times.get(plain) ?? [])
  const loaded = median(times.get(full) ?? [])
  process.stdout.write(
    `  log-in usable after ${shown(without)} ms as shipped, ${shown(loaded)} ms with ${IDLE_PLUGINS} more\n`,
  )
  reportFigure({
    name: `added by ${IDLE_PLUGINS} idle plugins until the log-in can be used`,
    figure: loaded - without,
    unit: 'ms',
    limit: LIMIT_ADDED_MS,
  })
}

/** The states of all plugins in a real page, once the fretboard is open and each idle plugin was activated. */
async function activated(browser: Browser, url: string): Promise<readonly PluginState[]> {
  const page = await browser.newPage()
  try {
    await logIn(page, url)
    await page.waitForFunction(name => name in globalThis, HOST_GLOBAL)
    return await page.evaluate(async name => {
      const host = (globalThis as unknown as Record<string, PluginHost>)[name] as PluginHost
      const idle = host.manifests.filter(({ id }) => id.startsWith('idle-'))
      for (const { id } of idle) await host.activate(id)
      return Object.values(host.states.getState())
    }, HOST_GLOBAL)
  } finally {
    await page.close()
  }
}

function reportActivations(states: readonly PluginState[]): void {
  const active = states.filter(state => state.status === 'active' && state.id !== 'probe')
  const line = (name: string, loadMs: number, ms: number) =>
    process.stdout.write(`  ${name.padEnd(20)} code ${shown(loadMs)} ms, activation ${shown(ms)} ms\n`)
  const idle = active.filter(({ id }) => id.startsWith('idle-'))
  for (const { id, loadMs = Number.NaN, ms = Number.NaN } of active) {
    if (!id.startsWith('idle-')) line(id, loadMs, ms)
  }
  const of = (field: 'loadMs' | 'ms') => idle.map(state => state[field] ?? Number.NaN)
  line(`${idle.length} idle, median`, median(of('loadMs')), median(of('ms')))
  line(`${idle.length} idle, slowest`, Math.max(...of('loadMs')), Math.max(...of('ms')))
  reportFigure({
    name: 'idle plugins that came up',
    figure: idle.length,
    unit: '',
    limit: IDLE_PLUGINS,
    atLeast: true,
  })
  reportFigure({
    name: 'slowest activation of an idle plugin',
    figure: Math.max(...of('ms')),
    unit: 'ms',
    limit: LIMIT_ACTIVATION_MS,
  })
}

const folder = mkdtempSync(join(tmpdir(), 'fretwork-idle-'))
const closing: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
try {
  await buildWithIdlePlugins(folder)
  await precompress(folder)
  const plain = await serveApp(join(ROOT, 'dist/app'))
  closing.push(plain.close)
  const full = await serveApp(folder)
  closing.push(full.close)
  const browser = await launchChromium()
  closing.push(() => browser.close())
  await measureStart(browser, plain, full)
  reportActivations(await activated(browser, full.url))
} finally {
  for (const close of closing.reverse()) await close()
}
