// `npm run screens`: every screen of the built product × light and dark × three widths, and one sheet of all.
// `npm run screens -- plugins admin` takes those whose names begin so. A screen that could not be arranged is shown as
// it was and named at the end.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright'
import { launchChromium } from '../e2e/support/browser.js'
import { logIn } from '../e2e/support/log-in.js'
import { withMidi } from '../e2e/support/midi.js'
import { withoutFirstSteps } from '../e2e/support/neck.js'
import { DEMO, startProduct } from '../e2e/support/product.js'
import { withoutSync } from '../e2e/support/sync.js'
import { messageOf } from '../src/core/platform/fretwork-error.js'
import { SCREENS } from './screens/rows.js'
import { painted, type Screen, settled } from './screens/screen.js'

const FOLDER = fileURLToPath(new URL('../screens/', import.meta.url))
const SCHEMES = ['light', 'dark'] as const
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const

const failures: string[] = []

const words = process.argv.slice(2)
const CHOSEN = SCREENS.filter(({ name }) => words.length === 0 || words.some(word => name.startsWith(word)))

const fileOf = (screen: Screen, scheme: string, width: number) => `${screen.name}-${scheme}-${width}.png`

/** All screens in one scheme and width, in a browser profile of their own: the public ones first. */
async function shoot(browser: Browser, url: string, scheme: 'light' | 'dark', size: (typeof SIZES)[number]) {
  const profile = {
    viewport: size,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    // It would answer in the place of what a row has put before the server.
    serviceWorkers: 'block',
  } as const
  const context = await browser.newContext(profile)
  await withoutFirstSteps(context)
  await withoutSync(context)
  const arrange = async (screen: Screen, page: Page) => {
    await withMidi(page, screen.midi)
    await screen.before?.(page, url)
    if (screen.awaits) await page.route(screen.awaits, () => new Promise<never>(() => undefined))
    await page.goto(`${url}${screen.path}`)
    if (screen.awaits) {
      await page.getByRole('button', { name: /^Account/ }).waitFor({ state: 'attached' })
      await screen.act?.(page)
      await painted(page)
    } else {
      await settled(page)
      await screen.act?.(page)
    }
  }
  const picture = async (screen: Screen, context: BrowserContext) => {
    const page = await context.newPage()
    await arrange(screen, page).catch(error =>
      failures.push(`${screen.name}, ${scheme} ${size.width}: ${messageOf(error)}`),
    )
    // What stays in sight while one scrolls would lie across the middle of it.
    if (screen.whole) await page.evaluate(() => scrollTo(0, 0))
    await page.screenshot({
      path: join(FOLDER, fileOf(screen, scheme, size.width)),
      fullPage: screen.whole ?? false,
    })
    await page.close()
  }
  for (const screen of CHOSEN.filter(row => !row.loggedIn && !row.asAdmin)) await picture(screen, context)
  await enter(context, url)
  for (const screen of CHOSEN.filter(row => row.loggedIn)) await picture(screen, context)
  await context.close()
  const admin = await browser.newContext(profile)
  await withoutFirstSteps(admin)
  await withoutSync(admin)
  await enter(admin, url, DEMO.adminEmail)
  for (const screen of CHOSEN.filter(row => row.asAdmin)) await picture(screen, admin)
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
${CHOSEN.map(row).join('\n')}</html>\n`
}

await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const product = await startProduct()
const browser = await launchChromium()
try {
  for (const scheme of SCHEMES) {
    for (const size of SIZES) {
      await shoot(browser, product.url, scheme, size)
      process.stdout.write(`  ${scheme} ${size.width}: ${CHOSEN.length} screens\n`)
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
if (failures.length > 0) {
  process.stderr.write(`${failures.length} pictures are not what they should be:\n${failures.join('\n')}\n`)
  process.exitCode = 1
}
