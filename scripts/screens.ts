// `npm run screens`: every screen of the built product × light and dark × three widths, and one sheet of all.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright'
import { launchChromium } from '../e2e/support/browser.js'
import { logIn } from '../e2e/support/log-in.js'
import { play, withMidi } from '../e2e/support/midi.js'
import { DEMO, startProduct } from '../e2e/support/product.js'
import type { FakeOptions } from '../tests/support/fake-web-midi.js'

const FOLDER = fileURLToPath(new URL('../screens/', import.meta.url))
const SCHEMES = ['light', 'dark'] as const
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const

interface Screen {
  readonly name: string
  readonly path: string
  readonly loggedIn?: boolean
  /** As the administrator of the demo, in a session that is another's. */
  readonly asAdmin?: boolean
  /** What Web MIDI is like there; a guitar and a synthesiser unless said otherwise. */
  readonly midi?: Pick<FakeOptions, 'permission' | 'inputs' | 'outputs'>
  /** The answer to the session's refresh keeps being awaited. */
  readonly held?: boolean
  /** What is done on the page before it is looked at. */
  readonly act?: (page: Page) => Promise<void>
}

const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await settled(page)
}

/** C major seventh, as one would hold it. */
async function playChord(page: Page): Promise<void> {
  await page.waitForFunction(() => globalThis.fakeWebMidi.requests.length > 0)
  await settled(page)
  await play(page, [0x90, 48, 100], [0x90, 52, 90], [0x90, 55, 80], [0x90, 59, 90], [0xb0, 64, 127])
  await page.locator('[data-sounding]').first().waitFor()
  await settled(page)
}

/** On a phone the drawers are closed until they are asked for. */
async function openDrawers(page: Page): Promise<void> {
  if (await page.getByRole('heading', { name: 'Device status' }).isVisible()) return
  await page.getByRole('button', { name: 'Show or hide the right drawers' }).click()
  await settled(page)
}

/** Add a row for every new screen, and for every state of a screen worth looking at. */
const SCREENS: readonly Screen[] = [
  { name: 'log-in', path: '/login' },
  {
    name: 'log-in-refused',
    path: '/login',
    act: async page => {
      await page.locator('input[type=email]').fill('nobody@fretwork.local')
      await page.locator('input[type=password]').fill('not the password')
      await page.keyboard.press('Enter')
      await settled(page)
    },
  },
  { name: 'not-found', path: '/no/such/page' },
  { name: 'cms', path: '/cms/' },
  { name: 'fretboard', path: '/fretboard', loggedIn: true },
  { name: 'fretboard-chord', path: '/fretboard', loggedIn: true, act: playChord },
  {
    name: 'fretboard-selection',
    path: '/fretboard',
    loggedIn: true,
    act: async page => {
      for (const place of ['5:3', '4:2', '3:0', '2:1']) await page.locator(`[data-place="${place}"]`).click()
      await settled(page)
    },
  },
  {
    name: 'fretboard-denied',
    path: '/fretboard',
    loggedIn: true,
    midi: { permission: 'denied' },
    act: openDrawers,
  },
  {
    name: 'fretboard-no-device',
    path: '/fretboard',
    loggedIn: true,
    midi: { permission: 'granted', inputs: [], outputs: [] },
    act: openDrawers,
  },
  { name: 'fretboard-drawers', path: '/fretboard', loggedIn: true, act: openDrawers },
  {
    name: 'fretboard-song',
    path: '/fretboard',
    loggedIn: true,
    act: async page => {
      await page.getByRole('button', { name: 'Play Greensleeves' }).click()
      await page.locator('[data-sounding]').first().waitFor()
      await settled(page)
    },
  },
  { name: 'loading', path: '/fretboard', loggedIn: true, held: true },
  { name: 'settings', path: '/account/settings', loggedIn: true },
  {
    name: 'settings-refused',
    path: '/account/settings#Midi',
    loggedIn: true,
    act: async page => {
      await page.getByRole('textbox', { name: 'Octave offset' }).fill('-')
      await page.keyboard.press('Enter')
      await settled(page)
    },
  },
  { name: 'keys-page', path: '/account/keys', loggedIn: true },
  { name: 'palette', path: '/fretboard', loggedIn: true, act: openPalette },
  {
    name: 'palette-arguments',
    path: '/fretboard',
    loggedIn: true,
    act: async page => {
      await openPalette(page)
      await page.getByRole('combobox', { name: 'Search commands' }).fill('choose the tuning')
      await page.getByRole('option').first().filter({ hasText: 'Choose the tuning' }).waitFor()
      await page.keyboard.press('Enter')
      await settled(page)
    },
  },
  {
    name: 'keys',
    path: '/fretboard',
    loggedIn: true,
    act: async page => {
      await page.keyboard.press('?')
      await settled(page)
    },
  },
  { name: 'plugins', path: '/plugins', loggedIn: true },
  {
    name: 'plugins-details',
    path: '/plugins',
    loggedIn: true,
    act: async page => {
      await page.getByRole('button', { name: 'What “Fretboard” brings' }).click()
      await settled(page)
    },
  },
  {
    name: 'plugins-graph',
    path: '/plugins',
    loggedIn: true,
    act: async page => {
      await page.getByRole('link', { name: /^Songs: / }).focus()
      await page.getByRole('region', { name: 'Graph of the plugins' }).scrollIntoViewIfNeeded()
      await settled(page)
    },
  },
  {
    name: 'plugins-question',
    path: '/plugins',
    loggedIn: true,
    act: async page => {
      await page.getByRole('switch', { name: '“MIDI devices” is on' }).press('Space')
      await settled(page)
    },
  },
  { name: 'admin-refused', path: '/admin', loggedIn: true },
  { name: 'admin', path: '/admin', asAdmin: true },
  {
    name: 'admin-user',
    path: '/admin',
    asAdmin: true,
    act: async page => {
      await page.getByRole('button', { name: 'Demo', exact: true }).click()
      await settled(page)
    },
  },
  {
    name: 'admin-question',
    path: '/admin',
    asAdmin: true,
    act: async page => {
      await page.getByRole('button', { name: 'Demo', exact: true }).click()
      await page.getByRole('button', { name: 'Suspend', exact: true }).click()
      await settled(page)
    },
  },
  {
    name: 'admin-audit',
    path: '/admin',
    asAdmin: true,
    act: async page => {
      await page.getByRole('tab', { name: 'Audit log' }).click()
      await settled(page)
    },
  },
  { name: 'inspector', path: '/plugins/inspector', loggedIn: true },
  {
    name: 'inspector-running',
    path: '/plugins/inspector',
    loggedIn: true,
    act: async page => {
      await page.getByRole('button', { name: 'Start the inspector' }).click()
      await page.keyboard.press('Control+k')
      await page.keyboard.press('Escape')
      await page.getByRole('option').first().click()
      await settled(page)
    },
  },
]

/** Nothing under way any more: requests, fonts, and transitions of 300 ms. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await painted(page)
}

async function painted(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForTimeout(500)
}

const fileOf = (screen: Screen, scheme: string, width: number) => `${screen.name}-${scheme}-${width}.png`

/** All screens in one scheme and width, in a browser profile of their own: the public ones first. */
async function shoot(browser: Browser, url: string, scheme: 'light' | 'dark', size: (typeof SIZES)[number]) {
  const profile = {
    viewport: size,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  } as const
  const context = await browser.newContext(profile)
  const picture = async (screen: Screen, context: BrowserContext) => {
    const page = await context.newPage()
    await withMidi(page, screen.midi)
    if (screen.held) await page.route('**/auth/refresh', () => new Promise<never>(() => undefined))
    await page.goto(`${url}${screen.path}`)
    if (screen.held) {
      await page.getByRole('button', { name: /^Account/ }).waitFor({ state: 'attached' })
      await painted(page)
    } else {
      await settled(page)
      await screen.act?.(page)
    }
    await page.screenshot({ path: join(FOLDER, fileOf(screen, scheme, size.width)) })
    await page.close()
  }
  for (const screen of SCREENS.filter(row => !row.loggedIn && !row.asAdmin)) await picture(screen, context)
  await enter(context, url)
  for (const screen of SCREENS.filter(row => row.loggedIn)) await picture(screen, context)
  await context.close()
  const admin = await browser.newContext(profile)
  await enter(admin, url, DEMO.adminEmail)
  for (const screen of SCREENS.filter(row => row.asAdmin)) await picture(screen, admin)
  await admin.close()
}

async function enter(context: BrowserContext, url: string, email?: string): Promise<void> {
  const page = await context.newPage()
  await logIn(page, url, email)
  await settled(page)
  await page.close()
}

function sheet(): string {
  const row = (screen: Screen) => {
    const cells = SCHEMES.flatMap(scheme =>
      SIZES.map(({ width }) => {
        const file = fileOf(screen, scheme, width)
        return `<figure><img src="${file}" alt=""><figcaption>${scheme} ${width}</figcaption></figure>`
      }),
    )
    return `<h2>${screen.name}</h2><div>${cells.join('')}</div>`
  }
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Fretwork: every screen</title>
<style>
  body { font: 14px system-ui, sans-serif; margin: 24px; background: #888; color: #fff }
  div { display: flex; gap: 12px; align-items: start }
  figure { margin: 0 } img { height: 300px; display: block; border-radius: 4px }
  figcaption { font-size: 11px; padding-top: 4px } h2 { font-size: 15px; margin: 20px 0 8px }
</style>
${SCREENS.map(row).join('\n')}</html>\n`
}

await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const product = await startProduct()
const browser = await launchChromium()
try {
  for (const scheme of SCHEMES) {
    for (const size of SIZES) {
      await shoot(browser, product.url, scheme, size)
      process.stdout.write(`  ${scheme} ${size.width}: ${SCREENS.length} screens\n`)
    }
  }
  const index = join(FOLDER, 'index.html')
  await writeFile(index, sheet())
  const page = await browser.newPage({ viewport: { width: 1900, height: 900 } })
  await page.goto(pathToFileURL(index).href)
  await page.screenshot({ path: join(FOLDER, 'sheet.png'), fullPage: true })
  process.stdout.write('  one sheet of all: screens/sheet.png\n')
} finally {
  await browser.close()
  await product.stop()
}
