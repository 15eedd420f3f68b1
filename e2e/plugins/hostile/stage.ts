// Test environment for hostile plugins: a product that lists the plugin, a collector that must receive no
// requests, and checks before and after the attack.
import { join } from 'node:path'
import type { Browser, Page, Request } from 'playwright'
import { hashOf, scratchFolder, webHost } from '../../../tests/server/plugins/web-host.js'
import { withoutSync } from '../../support/device.js'
import { logIn } from '../../support/log-in.js'
import { play, withMidi } from '../../support/midi.js'
import { withoutFirstSteps } from '../../support/neck.js'
import { startProduct } from '../../support/product.js'
import { type HostilePlugin, hostilePackage, ID, SAYS, SCREEN } from './hostile-plugin.js'

const C4 = 60
const PLACE = '[data-neck-position="2:1"][data-sounding]'
const WAIT_MS = 30_000
/** Timeout longer than the kernel's activation timeout. */
const STOP_MS = 40_000
/** Waiting time after an attack if the plugin keeps running. */
const SETTLED_MS = 1500

export interface Outcome {
  /** Descriptions of successful attacks. */
  readonly holes: readonly string[]
  /** Time from the plugin's first message until it was stopped, ms. */
  readonly stoppedMs?: number
  /** Time from a MIDI note to its light after the plugin's first message, ms. Undefined without a neck. */
  readonly lightMs?: number
  readonly gapMs: number
}

declare global {
  /** Longest time in which the page did not respond, ms. */
  var longestGap: number
}

export type Stage = Awaited<ReturnType<typeof hostileStage>>

/** @param browser each plugin gets a separate context in it */
export async function hostileStage(browser: () => Promise<Browser> | Browser) {
  const collector = await webHost({})
  const author = scratchFolder()
  author.write({ 'plugins.json': '[]' })
  const product = await startProduct({ FRETWORK_PLUGINS: join(author.path, 'plugins.json') })
  let number = 0

  /** Makes the server list only this plugin, from the next request on. */
  function list(plugin: HostilePlugin): void {
    const folder = `plugin-${++number}`
    const files = hostilePackage(plugin, collector.url)
    author.write(files, folder)
    const entry = { manifest: join(author.path, folder, 'plugin.json'), integrity: hashOf(files) }
    author.write({ 'plugins.json': JSON.stringify([entry]) })
  }

  async function meet(plugin: HostilePlugin): Promise<Outcome> {
    list(plugin)
    const asked = collector.asked.length
    const context = await (await browser()).newContext({ locale: 'en-GB', serviceWorkers: 'block' })
    const page = await context.newPage()
    try {
      const watched = watch(page, product.url)
      await prepare(page, plugin)
      await logIn(page, product.url)
      if (plugin.shown) await page.goto(product.url + SCREEN)
      const before = await stateOf(page)
      const outcome = await happens(page, plugin, watched)
      const holes = [
        ...outcome.holes,
        ...watched.holes,
        ...collector.asked.slice(asked).map(path => `the collector was asked for ${path}`),
        ...(await changes(page, before)),
        ...(await leaked(page, watched.said)),
      ]
      return { ...outcome, holes, gapMs: Math.round(await page.evaluate(() => globalThis.longestGap)) }
    } finally {
      await context.close()
    }
  }

  return {
    meet,
    async end() {
      await product.stop()
      await collector.end()
      author.remove()
    },
  }
}

async function prepare(page: Page, { allowed = [] }: HostilePlugin): Promise<void> {
  await withoutFirstSteps(page)
  await withoutSync(page.context())
  await withMidi(page)
  await page.addInitScript(
    ({ id, allowed }) => {
      if (window !== window.top || !location.protocol.startsWith('http')) return
      const answers = { version: '1', allowed: { [id]: allowed }, refused: { [id]: [] } }
      localStorage.setItem('fretworkPermissions', JSON.stringify(answers))
      globalThis.longestGap = 0
      let before = performance.now()
      setInterval(() => {
        const now = performance.now()
        globalThis.longestGap = Math.max(globalThis.longestGap, now - before)
        before = now
      }, 10)
    },
    { id: ID, allowed },
  )
}

/** Records the page's console messages and requests. */
function watch(page: Page, own: string) {
  const said: string[] = []
  const holes: string[] = []
  const codes: string[] = []
  const times = new Map<string, number>()
  page.on('console', async message => {
    const text = message.text()
    said.push(text)
    for (const word of Object.values(SAYS)) {
      if (text.includes(word) && !times.has(word)) times.set(word, performance.now())
    }
    if (text.includes(`${SAYS.got} `)) holes.push(text)
    if (message.type() !== 'error' || !text.includes(ID)) return
    const isStop = text.includes(`The plugin ${ID} failed`)
    if (isStop && !times.has('stopped')) times.set('stopped', performance.now())
    for (const arg of message.args()) {
      const code = await arg
        .evaluate(value => (value as { code?: unknown } | null)?.code)
        .catch(() => undefined)
      if (typeof code === 'string') codes.push(code)
    }
  })
  page.on('crash', () => holes.push('the page crashed'))
  const left = (request: Request) => {
    const address = request.url()
    const stays = address.startsWith(own) || /^(data|blob|about):/.test(address)
    if (!stays) holes.push(`a request for ${address.slice(0, 200)}`)
  }
  // Requests blocked by the content security policy fail and never leave the browser.
  page.on('requestfinished', left)
  return { said, holes, codes, times }
}

type Watched = ReturnType<typeof watch>

async function happens(page: Page, plugin: HostilePlugin, { codes, times }: Watched) {
  const { shown, stopped, refused, name } = plugin
  const holes: string[] = []
  const until = async (holds: () => boolean | Promise<boolean>, hole: string, waitMs = WAIT_MS) => {
    const deadline = performance.now() + waitMs
    while (!(await holds())) {
      if (performance.now() > deadline) return void holes.push(hole)
      await page.waitForTimeout(20)
    }
  }
  const expected = [stopped ?? []].flat()
  await until(() => times.has(SAYS.begin), 'the plugin never began')
  await page.evaluate(() => {
    globalThis.longestGap = 0
  })
  let lightMs: number | undefined
  if (!shown) {
    const began = performance.now()
    await play(page, [0x90, C4, 100])
    await page.locator(PLACE).first().waitFor({ timeout: WAIT_MS })
    lightMs = Math.round(performance.now() - began)
    await play(page, [0x80, C4, 0])
  }
  if (stopped !== undefined) {
    await until(() => times.has('stopped') && codes.length > 0, 'the plugin was not stopped', STOP_MS)
    if (codes.length > 0 && !codes.some(code => expected.includes(code)))
      holes.push(`it was stopped with ${codes[0]}`)
  } else if (refused) {
    await until(
      async () => refused.test(await page.locator('body').innerText()),
      'the screen was not refused',
    )
  } else {
    await until(() => times.has(SAYS.done), 'the plugin never ended its attack')
    if (name === 'keys') await page.keyboard.type('secret')
    await page.waitForTimeout(SETTLED_MS)
  }
  const at = (word: string) => times.get(word) ?? Number.NaN
  return {
    holes,
    ...(lightMs === undefined ? {} : { lightMs }),
    ...(stopped === undefined
      ? {}
      : { stoppedMs: Math.round(at('stopped') - (times.get(SAYS.draws) ?? at(SAYS.begin))) }),
  }
}

/** Returns state that no plugin may change: URL, stored plugins and permissions, and prototypes. */
function stateOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({
    address: location.href,
    permissions: String(localStorage.getItem('fretworkPermissions')),
    plugins: String(localStorage.getItem('fretworkPlugins')),
    prototypes: [Object, Array, Function, Map]
      .map(({ prototype }) => Reflect.ownKeys(prototype).map(String).join())
      .join(';'),
    polluted: String('polluted' in {}),
  }))
}

async function changes(page: Page, before: Record<string, string>): Promise<string[]> {
  const now = await stateOf(page)
  return Object.keys(now).flatMap(name => (now[name] === before[name] ? [] : `${name} became ${now[name]}`))
}

/** Returns messages that contain the session's token. */
async function leaked(page: Page, said: readonly string[]): Promise<string[]> {
  const cookies = await page.context().cookies()
  const tokens = cookies.flatMap(({ value }) => decodeURIComponent(value).match(/[\w.-]{24,}/g) ?? [])
  if (tokens.length === 0) return ['there is no session']
  return said.filter(text => tokens.some(token => text.includes(token))).map(text => `said: ${text}`)
}
