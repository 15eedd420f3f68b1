// `npm run screens`: every screen of the built product × light and dark × three widths, and one sheet of all.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright'
import { launchChromium } from '../e2e/support/browser.js'
import { logIn } from '../e2e/support/log-in.js'
import { startProduct } from '../e2e/support/product.js'

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
  /** What is done on the page before it is looked at. */
  readonly act?: (page: Page) => Promise<void>
}

const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
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
  { name: 'palette', path: '/fretboard', loggedIn: true, act: openPalette },
]

/** Nothing under way any more: requests, fonts, and transitions of 300 ms. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForTimeout(500)
}

const fileOf = (screen: Screen, scheme: string, width: number) => `${screen.name}-${scheme}-${width}.png`

/** All screens in one scheme and width, in a browser profile of their own: the public ones first. */
async function shoot(browser: Browser, url: string, scheme: 'light' | 'dark', size: (typeof SIZES)[number]) {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  const picture = async (screen: Screen) => {
    await page.goto(`${url}${screen.path}`)
    await settled(page)
    await screen.act?.(page)
    await page.screenshot({ path: join(FOLDER, fileOf(screen, scheme, size.width)) })
  }
  for (const screen of SCREENS.filter(row => !row.loggedIn)) await picture(screen)
  await logIn(page, url)
  for (const screen of SCREENS.filter(row => row.loggedIn)) await picture(screen)
  await context.close()
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
