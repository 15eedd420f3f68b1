// `npm run screens`: a picture of every screen of the built product and of some of its states, in light and dark, at
// four widths, and in German; checks each with axe. `npm run screens -- plugins admin` takes names that begin so.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright'
import { findingsInBothSchemes } from '../e2e/support/accessible.js'
import { launchChromium } from '../e2e/support/browser.js'
import { withoutSync } from '../e2e/support/device.js'
import { logIn } from '../e2e/support/log-in.js'
import { play, withMidi } from '../e2e/support/midi.js'
import { withoutFirstSteps } from '../e2e/support/neck.js'
import { DEMO, startProduct } from '../e2e/support/product.js'
import { messageOf } from '../src/core/platform/fretwork-error.js'
import { PLUGINS } from '../src/plugins/plugin-list.js'

interface Screen {
  readonly name: string
  readonly path: string
  readonly auth?: boolean
  readonly act?: (page: Page) => Promise<unknown>
}

interface Look {
  readonly scheme: 'light' | 'dark'
  readonly width: number
  readonly height: number
  readonly locale: string
}

const FOLDER = fileURLToPath(new URL('../screens/', import.meta.url))
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
]
const LOOKS: readonly Look[] = [
  ...(['light', 'dark'] as const).flatMap(scheme =>
    SIZES.map(size => ({ scheme, ...size, locale: 'en-GB' })),
  ),
  { scheme: 'light', width: 1366, height: 768, locale: 'de-DE' },
  { scheme: 'dark', width: 360, height: 740, locale: 'de-DE' },
]

/** Switches are covered by their tracks. */
const press = (selector: string) => (page: Page) => page.locator(selector).first().click({ force: true })

async function playChord(page: Page): Promise<void> {
  await play(page, [0x90, 48, 100], [0x90, 52, 90], [0x90, 55, 80], [0x90, 59, 90], [0xb0, 64, 127])
  await page.locator('[data-sounding]').first().waitFor()
}

async function openSong(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Play Greensleeves|Greensleeves spielen)$/ }).click()
  await page.locator('[data-layout]').waitFor()
  await page.keyboard.press('Control+Enter')
}

const inPalette =
  (words: string, ...keys: readonly string[]) =>
  async (page: Page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.type(words)
    await settled(page)
    for (const key of keys) await page.keyboard.press(key)
  }

const neck = (parameters: Readonly<Record<string, string>>) => `/fretboard?${new URLSearchParams(parameters)}`

/** Routes with parameters are among these. */
const STATES: readonly Screen[] = [
  { name: 'not-found', path: '/no/such/page' },
  { name: 'cms', path: '/cms/' },
  { name: 'verification-link', path: `/verification#token=${'x'.repeat(43)}` },
  { name: 'password-reset-link', path: `/password/reset#token=${'x'.repeat(43)}` },
  { name: 'link-over', path: `/link/${'x'.repeat(43)}` },
  { name: 'people-missing', path: '/people/00000000-0000-4000-8000-000000000000', auth: true },
  { name: 'songs-missing', path: '/songs/none', auth: true },
  { name: 'fretboard-chord', path: '/fretboard', auth: true, act: playChord },
  { name: 'fretboard-song', path: '/fretboard', auth: true, act: openSong },
  ...['score', 'both'].map((layout, index) => ({
    ...{ name: `fretboard-${layout}`, path: '/fretboard', auth: true },
    act: async (page: Page) => {
      await openSong(page)
      await page.keyboard.press(`${index + 2}`)
    },
  })),
  {
    name: 'fretboard-view',
    path: '/fretboard',
    auth: true,
    // Phones have the options of the view among all settings of the neck.
    act: page =>
      page
        .getByRole('button', { name: /^(View|Ansicht|Neck settings|Griffbrett-Einstellungen)$/ })
        .first()
        .click(),
  },
  {
    name: 'fretboard-left-handed',
    path: neck({ show: 'octaves.degrees.select', hand: 'left', nut: 'right' }),
    auth: true,
  },
  { name: 'fretboard-vertical', path: neck({ neck: 'vertical', frets: '0-7' }), auth: true },
  { name: 'palette', path: '/fretboard', auth: true, act: inPalette('') },
  { name: 'palette-tuning', path: '/fretboard', auth: true, act: inPalette('drop d') },
  { name: 'keys', path: '/fretboard', auth: true, act: page => page.keyboard.press('?') },
  { name: 'plugins-disable', path: '/plugins', auth: true, act: press('[role=switch]') },
  {
    name: 'problem-report-filled',
    path: '/fretboard',
    auth: true,
    act: page => page.keyboard.press('ControlOrMeta+Alt+P'),
  },
  {
    name: 'practice-question',
    path: '/practice/train',
    auth: true,
    act: page => page.keyboard.press('Control+Alt+D'),
  },
]

const ROUTES: readonly Screen[] = PLUGINS.flatMap(({ contributes }) => contributes?.routes ?? [])
  .filter(({ path }) => path !== '/' && !path.includes(':'))
  .map(({ path, auth = false }) => ({ name: path.slice(1).replaceAll('/', '-'), path, auth }))

const words = process.argv.slice(2)
const CHOSEN = [...ROUTES, ...STATES].filter(
  ({ name }) => words.length === 0 || words.some(word => name.startsWith(word)),
)
const failures: string[] = []

const captionOf = ({ scheme, width, locale }: Look) => `${scheme}-${width}-${locale.slice(0, 2)}`
const fileOf = (screen: Screen, look: Look) => `${screen.name}-${captionOf(look)}.png`

/** Pages that follow a stream never become idle. */
async function settled(page: Page): Promise<void> {
  await Promise.race([page.waitForLoadState('networkidle'), page.waitForTimeout(2000)])
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForTimeout(400)
}

async function shoot(context: BrowserContext, url: string, screen: Screen, look: Look): Promise<void> {
  const page = await context.newPage()
  await withMidi(page)
  try {
    await page.goto(`${url}${screen.path}`)
    await settled(page)
    await screen.act?.(page)
    await settled(page)
  } catch (error) {
    failures.push(`${fileOf(screen, look)}: ${messageOf(error)}`)
  }
  await page.screenshot({ path: join(FOLDER, fileOf(screen, look)) })
  if (look.scheme === 'light') failures.push(...(await findingsInBothSchemes(page)))
  await page.close()
}

async function shootAll(browser: Browser, url: string, look: Look): Promise<void> {
  const { scheme, locale, ...viewport } = look
  const people = [
    { email: undefined, screens: CHOSEN.filter(({ auth }) => !auth) },
    { email: DEMO.email, screens: CHOSEN.filter(({ auth, path }) => auth && path !== '/admin') },
    { email: DEMO.adminEmail, screens: CHOSEN.filter(({ path }) => path === '/admin') },
  ]
  for (const { email, screens } of people) {
    const context = await browser.newContext({
      viewport,
      locale,
      colorScheme: scheme,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    await withoutFirstSteps(context)
    await withoutSync(context)
    if (email) {
      const page = await context.newPage()
      await logIn(page, url, email)
      await page.close()
    }
    for (const screen of screens) await shoot(context, url, screen, look)
    await context.close()
  }
}

function sheet(): string {
  const figure = (screen: Screen, look: Look) =>
    `<figure><img src="${fileOf(screen, look)}" alt=""><figcaption>${captionOf(look)}</figcaption></figure>`
  const rows = CHOSEN.map(
    screen => `<h2>${screen.name}</h2><div>${LOOKS.map(look => figure(screen, look)).join('')}</div>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Fretwork: every screen</title>
<style>
  body { font: 14px system-ui, sans-serif; margin: 24px; background: #888; color: #fff }
  div { display: flex; gap: 12px; align-items: start }
  figure { margin: 0 } img { height: 300px; display: block }
</style>
${rows.join('\n')}</html>\n`
}

await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const product = await startProduct()
const browser = await launchChromium()
try {
  for (const look of LOOKS) {
    await shootAll(browser, product.url, look)
    process.stdout.write(`  ${captionOf(look)}: ${CHOSEN.length} screens\n`)
  }
  const index = join(FOLDER, 'index.html')
  await writeFile(index, sheet())
  const page = await browser.newPage({ viewport: { width: 1900, height: 900 } })
  await page.goto(pathToFileURL(index).href)
  await page.screenshot({ path: join(FOLDER, 'sheet.png'), fullPage: true })
  process.stdout.write('  Contact sheet: screens/sheet.png\n')
} finally {
  await browser.close()
  await product.stop()
}
if (failures.length > 0) {
  process.stderr.write(`${failures.length} problems:\n${failures.join('\n')}\n`)
  process.exitCode = 1
}
