import { join } from 'node:path'
import type { Page } from 'playwright'
import { hashOf, packageFiles, scratchFolder, webHost } from '../../tests/server/plugins/web-host.js'
import { logIn } from '../support/log-in.js'
import { runCommand } from '../support/palette.js'
import { type Product, startProduct } from '../support/product.js'
import { expect, test } from '../support/test.js'

/** The same plugin, once in the page and once in the sandbox. */
const COACH = `
  globalThis.coachRan = true
  export default {
    setup({ commands, panel, settings, notify, t }) {
      let name = ''
      let bars = 0
      commands.add('say', { title: 'Say something', run: () => notify('You said good', 'success') })
      commands.add('count', { title: 'Count the beats', run: ({ bpm }) => notify(bpm + ' beats') })
      commands.add('loop', { title: 'Count for ever', run() { for (;;); } })
      panel.show(() => ({
        title: t('Coach'),
        rows: [{ label: 'Notes', value: '0 of ' + settings.get().goal }],
        fields: [{ id: 'name', title: 'Name', value: name, change(value) { name = value.toUpperCase() } }],
        text: 'Hello ' + name,
        buttons: [
          'say',
          { title: 'Bars: ' + bars, run: () => bars++ },
          { title: 'Fail', run: () => localStorage.clear() },
        ],
      }), { on: 'page' })
    },
  }`

const coachAs = (id: string, title: string) =>
  packageFiles(
    {
      ...{ id, title, permissions: { 'midi-in': 'Counts the notes that you play.' } },
      settings: { goal: { title: 'Goal', default: 20 } },
      commands: [
        { id: 'say', title: 'Say something' },
        {
          ...{ id: 'count', title: `${title}: count the beats` },
          args: { bpm: { title: 'Tempo', default: 90, min: 20, max: 300 } },
        },
        // Only the sandbox can stop this endless loop.
        ...(id === 'coach' ? [{ id: 'loop', title: 'Count for ever' }] : []),
      ],
      panel: { on: 'page' },
      activateOn: 'use',
      locales: { de: 'de.json' },
    },
    { 'drone.js': COACH, 'de.json': '{ "Coach": "Trainer" }' },
  )

const PACKAGES = { pulse: coachAs('pulse', 'Pulse'), coach: coachAs('coach', 'Coach') }
let product: Product
let author: Awaited<ReturnType<typeof webHost>>
const folder = scratchFolder()

test.beforeAll(async () => {
  const files = Object.entries(PACKAGES).flatMap(([name, all]) =>
    Object.entries(all).map(([path, text]) => [`${name}/${path}`, text]),
  )
  author = await webHost(Object.fromEntries(files))
  const list = Object.entries(PACKAGES).map(([name, all]) => ({
    manifest: `${author.url}/${name}/plugin.json`,
    integrity: hashOf(all),
    ...(name === 'pulse' && { runs: 'page' }),
  }))
  folder.write({ 'plugins.json': JSON.stringify(list) })
  product = await startProduct({ FRETWORK_PLUGINS: join(folder.path, 'plugins.json') })
})

test.afterAll(async () => {
  await product?.stop()
  await author?.end()
  folder.remove()
})

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    // Stores permission answers in the format of the permission dialog.
    const allowed = { coach: ['midi-in'], pulse: ['midi-in'] }
    const answers = { version: '1', allowed, refused: { coach: [], pulse: [] } }
    if (window === window.top && location.protocol.startsWith('http'))
      localStorage.fretworkPermissions ??= JSON.stringify(answers)
  })
})

/** Logs in and records subsequent page errors and requests below `/external/`. */
async function loggedIn(page: Page) {
  const complaints: string[] = []
  const files: string[] = []
  page.on('console', message => {
    if (/Content Security Policy|Invalid hook call/.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/external/')) files.push(pathname.split('/').at(-1) ?? '')
  })
  const listed = page.waitForResponse(answer => answer.url().endsWith('/account/api/v1/plugins/'))
  await logIn(page, product.url)
  await listed
  return { complaints, files }
}

const ran = (page: Page) => page.evaluate(() => Reflect.has(globalThis, 'coachRan'))

for (const [title, inPage] of [
  ['Pulse', true],
  ['Coach', false],
] as const)
  test(`an external plugin ${inPage ? 'in the page' : 'in the sandbox'} has its command, panel and settings`, async ({
    page,
  }) => {
    const { complaints, files } = await loggedIn(page)
    expect([await ran(page), files]).toEqual([false, []])
    await runCommand(page, `${title}: count the beats`)
    // The palette asks for the tempo.
    await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('')
    await page.keyboard.type('120')
    await page.getByRole('option', { name: '120' }).click()
    await expect(page.getByText(`${title}: 120 beats`)).toBeVisible()
    expect(await ran(page)).toBe(inPage)

    await page.getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(new RegExp(`/${title.toLowerCase()}$`))
    await expect(page.getByRole('heading', { name: 'Coach' })).toBeVisible()
    await expect(page.getByText('0 of 20')).toBeVisible()
    await page.getByLabel('Name').pressSequentially('jimi')
    await expect(page.getByText('Hello JIMI')).toBeVisible()
    await page.getByRole('button', { name: 'Bars: 0' }).click()
    await expect(page.getByRole('button', { name: 'Bars: 1' })).toBeVisible()
    if (!inPage) {
      await page.getByRole('button', { name: 'Fail' }).click()
      await expect(page.getByText(`${title}: localStorage is not defined; use storage`)).toBeVisible()
    }
    await page.getByRole('button', { name: 'Say something' }).click()
    await expect(page.getByText(`${title}: You said good`)).toBeVisible()

    // Opening the screen by its URL must not briefly show “Page not found”.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.title.startsWith('Page not found')) Reflect.set(globalThis, 'wasLost', true)
      }).observe(document, { subtree: true, childList: true, characterData: true })
    })
    await page.reload()
    await expect(page.getByRole('button', { name: 'Bars: 0' })).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'wasLost'))).toBeUndefined()
    expect(complaints).toEqual([])
  })

test('an endless command of a sandboxed plugin is stopped', async ({ page }) => {
  await loggedIn(page)
  await page.getByRole('link', { name: 'Coach' }).click()
  await expect(page.getByRole('heading', { name: 'Coach' })).toBeVisible()
  await page.getByRole('link', { name: 'Songs' }).click()
  await expect(page).toHaveURL(/\/songs/)
  await runCommand(page, 'Count for ever')
  await expect(page.getByText(/“Coach” was stopped: It did not respond for 0.75 seconds/)).toBeVisible()
  await page.getByRole('link', { name: 'Fretboard', exact: true }).click()
  await expect(page).toHaveURL(/\/fretboard/)
})
