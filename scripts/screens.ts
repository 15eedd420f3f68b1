// `npm run screens`: takes screenshots of all screens of the built product and some of their states: light
// and dark, at four widths, and in German. Checks each with axe. `npm run screens -- plugins admin` selects
// screens whose names start with these words.
import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright'
import { findingsInBothSchemes, transitionsEnd } from '../e2e/support/accessible.js'
import { launchChromium } from '../e2e/support/browser.js'
import { withoutSync } from '../e2e/support/device.js'
import { drop } from '../e2e/support/drop.js'
import { logIn } from '../e2e/support/log-in.js'
import { play, playAlong, SYNTH, withMidi } from '../e2e/support/midi.js'
import { withoutFirstSteps } from '../e2e/support/neck.js'
import { caller, showProfile } from '../e2e/support/people.js'
import { DEMO, startProduct } from '../e2e/support/product.js'
import { greensleevesAs, songFile } from '../e2e/support/songs.js'
import { messageOf } from '../src/core/platform/fretwork-error.js'
import { PLUGINS } from '../src/plugins/plugin-list.js'

interface Screen {
  readonly name: string
  readonly path: string
  /** Email address of the logged-in user; undefined for guests. */
  readonly email: string | undefined
  readonly act?: ((page: Page) => Promise<unknown>) | undefined
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

const NOTES = [64, 67, 69, 71, 74].map((midi, beat) => ({ midi, time: beat / 2, duration: 0.4 }))
const LICK = songFile('Lick', { header: { name: 'Lick' }, tracks: [{ name: 'Lead', notes: NOTES }] })
const TO_SYNTH = { version: '1', midiOctaveOffset: 0, outputPort: SYNTH.id, outputChannel: 1, velocity: 0.5 }
const SONGS = ['Greensleeves', 'Spanish Romance', 'When the Saints'].map(title => ({
  ...{ song: title.toLowerCase().replaceAll(' ', '-'), title, tempo: 90 },
}))
const HOMEWORK = '00000000-0000-4000-8000-000000000001'

/**
 * Creates homework with a take and a comment, and a song shared by link.
 * @returns the demo user's setlist and the link
 */
async function prepare(page: Page, url: string): Promise<{ setlist: object; link: string }> {
  const [teacher, student] = [await caller(page, url, DEMO.email), await caller(page, url, DEMO.adminEmail)]
  const [{ id: user }, { id: other }] = [await teacher('GET', 'auth/user'), await student('GET', 'auth/user')]
  await showProfile(teacher)
  await student('POST', `user/link/${user}`)
  const task = { song: 'included:greensleeves', from: 1, to: 8, tempo: 80, loop: true, due: '2030-12-04' }
  const named = { title: 'Greensleeves, first part', note: 'Count along.' }
  await teacher('POST', 'homework/', { id: HOMEWORK, ...task, ...named, people: [other] })
  const path = `homework/${HOMEWORK}`
  await student('POST', `${path}/answer`, { state: 'accepted', sendTakes: true })
  const counts = { hit: 20, early: 1, late: 2, wrong: 1, missed: 5, extra: 0 }
  const byBar = [{ bar: 5, written: 4, right: 1 }]
  const take = { at: '2026-11-29T17:00:00.000Z', tempo: 80, complete: true, accuracy: 0.69, counts, byBar }
  await student('POST', `${path}/takes`, { id: 'take', ...take })
  await teacher('POST', `${path}/comments`, { id: HOMEWORK, student: other, bar: 5, text: 'Slower here.' })

  const { buffer, name: file } = greensleevesAs('Blackbird')
  const stored = { hash: createHash('sha256').update(buffer).digest('hex'), size: buffer.length }
  const piece = { ...stored, from: 0, bytes: buffer.toString('base64') }
  await teacher('POST', 'library/blobs', { pieces: [piece] })
  const song = { kind: 'song', id: 'blackbird', base: 0, fields: { name: 'Blackbird', file, ...stored } }
  const writes = [{ ...song, key: 'x'.repeat(16) }]
  await teacher('POST', 'library/changes', { device: 'screens', writes })
  const shared = { kind: 'song', record: song.id, audience: 'private', people: [] }
  const { id } = await teacher('POST', 'share/', shared)
  const { token } = await teacher('POST', `share/${id}/links`, { days: 7 })
  return { setlist: { id: 'friday', name: 'Friday', songs: SONGS, user }, link: `/link/${token}` }
}

/** Clicks with `force`, because a switch's track covers its input. */
const press = (selector: string) => (page: Page) => page.locator(selector).first().click({ force: true })

async function playChord(page: Page): Promise<void> {
  await play(page, [0x90, 48, 100], [0x90, 52, 90], [0x90, 55, 80], [0x90, 59, 90], [0xb0, 64, 127])
  await page.locator('[data-sounding]').first().waitFor()
}

const songIsThere = (page: Page) => page.locator('[data-music]').waitFor()

/** Plays a wrong note on the second beat and a late one on the fourth. */
async function judge(page: Page): Promise<void> {
  await page.evaluate(text => Object.assign(localStorage, { fretworkMidi: text }), JSON.stringify(TO_SYNTH))
  await page.reload()
  await settled(page)
  await drop(page, [LICK])
  await songIsThere(page)
  for (const key of ['1', 'Shift+Z']) await page.keyboard.press(key)
  await playAlong(page, { wrong: 1, late: 3, count: NOTES.length })
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: /^(Details|Einzelheiten)$/ }).click()
}

async function openSong(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Play Greensleeves|Greensleeves spielen)$/ }).click()
  await songIsThere(page)
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

const pageOf = (email?: string) => (name: string, path: string, act?: Screen['act']) => ({
  name,
  path,
  email,
  act,
})
const [guest, mine, admin] = [pageOf(), pageOf(DEMO.email), pageOf(DEMO.adminEmail)]
const onNeck = (name: string, act: Screen['act']) => mine(name, '/fretboard', act)
const onScore = (name: string, key: string) =>
  onNeck(name, async page => {
    await openSong(page)
    await page.keyboard.press(key)
  })

const STATES: readonly Screen[] = [
  guest('not-found', '/no/such/page'),
  guest('cms', '/cms/'),
  guest('verification-link', `/verification#token=${'x'.repeat(43)}`),
  guest('password-reset-link', `/password/reset#token=${'x'.repeat(43)}`),
  guest('link-over', `/link/${'x'.repeat(43)}`),
  guest('link', '/link', songIsThere),
  guest('demo-song', '/demo', openSong),
  mine('people-missing', '/people/00000000-0000-4000-8000-000000000000'),
  mine('songs-missing', '/songs/none'),
  onNeck('fretboard-chord', playChord),
  onNeck('fretboard-song', openSong),
  onScore('fretboard-score', '2'),
  onScore('fretboard-both', '3'),
  // On phones, the view options are part of the neck settings.
  onNeck('fretboard-view', page =>
    page
      .getByRole('button', { name: /^(View|Ansicht|Neck settings|Griffbrett-Einstellungen)$/ })
      .first()
      .click(),
  ),
  mine('fretboard-left-handed', neck({ show: 'octaves.degrees.select', hand: 'left', nut: 'right' })),
  mine('fretboard-vertical', neck({ neck: 'vertical', frets: '0-7' })),
  onNeck('palette', inPalette('')),
  onNeck('palette-tuning', inPalette('drop d')),
  onNeck('keys', page => page.keyboard.press('?')),
  mine('plugins-disable', '/plugins', press('[role=switch]')),
  onNeck('problem-report-filled', page => page.keyboard.press('ControlOrMeta+Alt+P')),
  mine('practice-question', '/practice/train', page => page.keyboard.press('Control+Alt+D')),
  mine('setlist', '/setlists/friday'),
  mine('homework-given', `/homework/${HOMEWORK}`),
  admin('homework-received', `/homework/${HOMEWORK}`),
  onNeck('fretboard-take', judge),
  mine('practice-taken', '/practice'),
]

const ROUTES: readonly Screen[] = PLUGINS.flatMap(({ contributes }) => contributes?.routes ?? [])
  .filter(({ path }) => path !== '/' && !path.includes(':'))
  .map(({ path, auth }) =>
    (path === '/admin' ? admin : auth ? mine : guest)(path.slice(1).replaceAll('/', '-'), path),
  )

const words = process.argv.slice(2)
const CHOSEN = [...ROUTES, ...STATES].filter(
  ({ name }) => words.length === 0 || words.some(word => name.startsWith(word)),
)
const failures: string[] = []

const captionOf = ({ scheme, width, locale }: Look) => `${scheme}-${width}-${locale.slice(0, 2)}`
const fileOf = (screen: Screen, look: Look) => `${screen.name}-${captionOf(look)}.png`

const LOADING = '.mantine-Loader-root, .mantine-Skeleton-root, [aria-busy=true]'

/** Waits until the page has content, loading has finished, and no element has changed for several frames. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1, h2, label, [data-neck-position]').first().waitFor()
  await page.evaluate(async loading => {
    await document.fonts.ready
    const end = performance.now() + 30_000
    const says = () => [...document.querySelectorAll('[role=status]')].map(each => each.textContent)
    for (let [still, before] = [0, 0]; still < 12 && performance.now() < end; ) {
      await new Promise(requestAnimationFrame)
      const all = document.querySelectorAll('*').length
      const isBusy = document.querySelector(loading) ?? says().some(text => text.endsWith('…'))
      still = all === before && !isBusy ? still + 1 : 0
      before = all
    }
  }, LOADING)
  await transitionsEnd(page)
}

async function shoot(context: BrowserContext, url: string, screen: Screen, look: Look): Promise<void> {
  const page = await context.newPage()
  await withMidi(page)
  try {
    await page.goto(url)
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

type Prepared = Awaited<ReturnType<typeof prepare>>

async function shootAll(
  browser: Browser,
  url: string,
  look: Look,
  { setlist, link }: Prepared,
): Promise<void> {
  const { scheme, locale, ...viewport } = look
  for (const email of [undefined, DEMO.email, DEMO.adminEmail]) {
    const screens = CHOSEN.filter(screen => screen.email === email)
    if (screens.length === 0) continue
    const context = await browser.newContext({
      viewport,
      locale,
      colorScheme: scheme,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    await withoutFirstSteps(context)
    await withoutSync(context)
    await context.addInitScript(list => {
      if (window === window.top && location.protocol.startsWith('http'))
        localStorage.fretworkSetlists ??= `{"version":"1","kept":[${list}],"continues":true}`
    }, JSON.stringify(setlist))
    if (email) {
      const page = await context.newPage()
      await logIn(page, url, email)
      await page.close()
    }
    for (const screen of screens)
      await shoot(context, `${url}${screen.path === '/link' ? link : screen.path}`, screen, look)
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
  const prepared = await prepare(await browser.newPage(), product.url)
  const waiting = [...LOOKS]
  const shootNext = async (): Promise<void> => {
    const look = waiting.shift()
    if (!look) return
    await shootAll(browser, product.url, look, prepared)
    process.stdout.write(`  ${captionOf(look)}: ${CHOSEN.length} screens\n`)
    await shootNext()
  }
  await Promise.all([shootNext(), shootNext()])
  await writeFile(join(FOLDER, 'index.html'), sheet())
  process.stdout.write('  All of them: screens/index.html\n')
} finally {
  await browser.close()
  await product.stop()
}
if (failures.length > 0) {
  process.stderr.write(`${failures.length} problems:\n${failures.join('\n')}\n`)
  process.exitCode = 1
}
