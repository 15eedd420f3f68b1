import { join } from 'node:path'
import type { Page } from 'playwright'
import type { PluginJson } from '../../src/core/contract/external-plugins.js'
import { hashOf, packageFiles, scratchFolder, webHost } from '../../tests/server/plugins/web-host.js'
import { logIn } from '../support/log-in.js'
import { runCommand } from '../support/palette.js'
import { type Product, startProduct } from '../support/product.js'
import { expect, test } from '../support/test.js'

const PULSE = `
  import { defineRuntime } from '@fretwork/sdk'
  import { beats } from './beats.js'
  globalThis.pulseRan = true
  export default defineRuntime({
    commands: { 'pulse.start': (_context, { bpm }) => { document.title = beats(bpm) } },
    screens: { Page: () => import('./page.js') },
  })`

const PULSE_PAGE = `
  import { useState } from 'react'
  import { createPortal } from 'react-dom'
  import { jsx, jsxs } from 'react/jsx-runtime'
  import { SETTINGS } from '@fretwork/sdk'
  import { useService, useStore, useText } from '@fretwork/sdk/react'
  import { MIDI_LOG } from '@fretwork/sdk/plugins/midi-io'
  export default function Page() {
    const settings = useService(SETTINGS)
    const section = settings.sections.getState().find(({ id }) => id === 'Pulse')
    const { bpm } = useStore(settings.store(section))
    const [bars, setBars] = useState(0)
    const { t } = useText()
    return jsxs('main', { children: [
      jsx('h1', { className: 'pulse-title', children: t('Pulse') }),
      jsx('p', { children: bpm + ' beats per minute, shared token ' + MIDI_LOG.id }),
      jsx('button', { onClick: () => setBars(bars + 1), children: 'Bars: ' + bars }),
      createPortal(jsx('p', { children: 'drawn elsewhere' }), document.body),
    ] })
  }`

const objectOf = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) })

const pulse = packageFiles(
  {
    ...{ id: 'pulse', title: 'Pulse', requires: ['core.settings'], lazy: ['midi-io.log'] },
    contributes: {
      settings: [
        {
          id: 'Pulse',
          title: 'Pulse',
          version: '1',
          schema: objectOf({ bpm: { type: 'integer', minimum: 20, maximum: 300 } }),
          defaults: { bpm: 92 },
        },
      ],
      routes: [{ path: '/pulse', title: 'Pulse', screen: 'Page', auth: true }],
      navigation: [{ path: '/pulse', title: 'Pulse', when: 'loggedIn' }],
      commands: [
        {
          id: 'pulse.start',
          title: 'Start the pulse',
          args: objectOf({ bpm: { type: 'integer', enum: [60, 120] } }),
          asks: [{ id: 'bpm', title: 'Tempo' }],
        },
      ],
    },
    activateOn: ['route:/pulse', 'command:pulse.*'],
    locales: { de: 'de.json' },
    styles: ['page.css'],
  },
  {
    'drone.js': PULSE,
    'page.js': PULSE_PAGE,
    'beats.js': 'export const beats = bpm => bpm + " beats"',
    'page.css': '.pulse-title { letter-spacing: 7px }',
    'de.json': '{ "Pulse": "Metronom" }',
  },
)

const COACH = `
  import { createStore, createToken, defineRuntime, NOTICES, provideFactory } from '@fretwork/sdk'
  globalThis.coachRan = true
  export const COUNTER = createToken('coach.counter')
  export default defineRuntime({
    providers: [provideFactory(COUNTER, () => createStore(0))],
    commands: {
      'coach.say': ({ get }, { words }) => {
        get(NOTICES).post({ kind: 'success', message: 'You said {{words}}', values: { words } })
        return words.length
      },
      'coach.loop': () => { for (;;); },
    },
    screens: { Page: () => import('./page.js') },
  })`

const COACH_PAGE = `
  import { useState } from 'react'
  import { jsx, jsxs } from 'react/jsx-runtime'
  import { SETTINGS } from '@fretwork/sdk'
  import { useCommand, useService, useStore, useText } from '@fretwork/sdk/react'
  import { COUNTER } from './coach.js'
  export default function Page() {
    const { t } = useText()
    const count = useStore(useService(COUNTER))
    const { goal } = useStore(useService(SETTINGS).store({ id: 'Coach' }))
    const [name, setName] = useState('')
    const { run } = useCommand('coach.say')
    return jsxs('main', { children: [
      jsx('h1', { className: 'coach-title', children: t('Coach') }),
      jsx('p', { children: count + ' of ' + goal + ' notes' }),
      jsx('input', { 'aria-label': 'Name', value: name, onChange: event => setName(event.target.value.toUpperCase()) }),
      jsx('p', { children: 'Hello ' + name }),
      jsx('button', { onClick: () => run({ words: 'good' }), children: 'Say it' }),
    ] })
  }`

const coach = packageFiles(
  {
    ...{ id: 'coach', title: 'Coach', optional: ['core.settings'], provides: ['coach.counter'] },
    permissions: { 'midi-in': 'Counts the notes that you play.' },
    contributes: {
      settings: [
        {
          ...{ id: 'Coach', title: 'Coach', version: '1', defaults: { goal: 20 } },
          schema: objectOf({ goal: { type: 'integer' } }),
        },
      ],
      routes: [{ path: '/coach', title: 'Coach', screen: 'Page', auth: true }],
      navigation: [{ path: '/coach', title: 'Coach', when: 'loggedIn' }],
      commands: [
        { id: 'coach.say', title: 'Say something', args: objectOf({ words: { type: 'string' } }) },
        { id: 'coach.loop', title: 'Count for ever' },
      ],
    },
    activateOn: ['route:/coach', 'route:/fretboard', 'command:coach.*'],
    locales: { de: 'de.json' },
    styles: ['page.css'],
  } as Partial<PluginJson>,
  {
    'coach.js': COACH,
    'page.js': COACH_PAGE,
    'page.css': '.coach-title { letter-spacing: 7px }',
    'de.json': '{ "Coach": "Trainer" }',
    'drone.js': `export { default } from './coach.js'`,
  },
)

const PACKAGES = { pulse, coach }
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
    const answers = { version: '1', allowed: { coach: ['midi-in'] }, refused: { coach: [] } }
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

const ran = (page: Page, plugin: string) =>
  page.evaluate(name => Reflect.has(globalThis, `${name}Ran`), plugin)

test('an external plugin on the page has its command, React screen, settings and styles', async ({
  page,
}) => {
  const { complaints, files } = await loggedIn(page)
  expect([await ran(page, 'pulse'), files]).toEqual([false, []])

  await runCommand(page, 'Start the pulse')
  await page.getByRole('option', { name: '120' }).click()
  await expect(page).toHaveTitle('120 beats')
  expect(await ran(page, 'pulse')).toBe(true)

  await page.getByRole('link', { name: 'Pulse' }).click()
  await expect(page).toHaveURL(/\/pulse$/)
  await expect(page.getByText('92 beats per minute, shared token midi-io.log')).toBeVisible()
  await page.getByRole('button', { name: 'Bars: 0' }).click()
  await expect(page.getByRole('button', { name: 'Bars: 1' })).toBeVisible()
  await expect(page.getByText('drawn elsewhere')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pulse' })).toHaveCSS('letter-spacing', '7px')

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

test('a sandboxed plugin shows its screen and settings, and its endless command is stopped', async ({
  page,
}) => {
  const { complaints } = await loggedIn(page)
  await page.getByRole('link', { name: 'Coach' }).click()
  const screen = page.frameLocator('iframe[title="Coach"]')
  await expect(screen.getByRole('heading', { name: 'Coach' })).toHaveCSS('letter-spacing', '7px')
  await expect(screen.getByText('0 of 20 notes')).toBeVisible()
  await screen.getByLabel('Name').pressSequentially('jimi')
  await expect(screen.getByText('Hello JIMI')).toBeVisible()
  await screen.getByRole('button', { name: 'Say it' }).click()
  await expect(page.getByText('Coach: You said good')).toBeVisible()
  expect([await ran(page, 'coach'), complaints]).toEqual([false, []])

  // Moves focus out of the plugin's frame, which would receive the keys.
  await page.getByRole('link', { name: 'Songs' }).click()
  await expect(page).toHaveURL(/\/songs/)
  await runCommand(page, 'Count for ever')
  await expect(page.getByText(/“Coach” was stopped: It did not respond for a second/)).toBeVisible()
  await page.getByRole('link', { name: 'Fretboard', exact: true }).click()
  await expect(page).toHaveURL(/\/fretboard/)
})
