// Plugins from elsewhere run apart from the page: what they can do there, and how one that goes wrong is stopped.
import { join } from 'node:path'
import type { Page } from 'playwright'
import type { PluginJson } from '../../src/core/api/external-plugins.js'
import { hashOf, packageFiles, scratchFolder, webHost } from '../../tests/server/plugins/web-host.js'
import { logIn } from '../support/log-in.js'
import { type Product, startProduct } from '../support/product.js'
import { expect, test } from '../support/test.js'

const COACH = `
  import { createStore, createToken, defineRuntime, EVENTS, NOTICES, provideFactory, SETTINGS } from '@fretwork/sdk'
  import { NECK_LAYERS } from '@fretwork/sdk/plugins/fretboard'
  import { MIDI_EVENT } from '@fretwork/sdk/plugins/midi-io'
  globalThis.coachRan = true
  export const COUNTER = createToken('coach.counter')
  export default defineRuntime({
    providers: [provideFactory(COUNTER, () => createStore(0))],
    activate({ get, extend, scope }) {
      const marks = createStore([{ string: 1, fret: 5, look: 'pin', label: 'A' }])
      extend(NECK_LAYERS, { id: 'coach', marks })
      scope.add(get(EVENTS).on(MIDI_EVENT, () => get(COUNTER).setState(get(COUNTER).getState() + 1)))
    },
    commands: {
      'coach.say': ({ get }, { words }) => {
        get(NOTICES).post({ kind: 'success', message: 'You said {{words}}', values: { words } })
        return words.length
      },
      'coach.loop': () => { for (;;); },
    },
    screens: { Page: () => import('./page.js') },
  })`

const PAGE = `
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
    id: 'coach',
    title: 'Coach',
    optional: ['core.settings'],
    provides: ['coach.counter'],
    permissions: { 'midi-in': 'Counts the notes that you play.' },
    contributes: {
      settings: [
        {
          ...{ id: 'Coach', title: 'Coach', version: '1', defaults: { goal: 20 } },
          schema: { type: 'object', properties: { goal: { type: 'integer' } }, required: ['goal'] },
        },
      ],
      routes: [{ path: '/coach', title: 'Coach', screen: 'Page', auth: true }],
      navigation: [{ path: '/coach', title: 'Coach', when: 'loggedIn' }],
      commands: [
        {
          id: 'coach.say',
          title: 'Say something',
          args: { type: 'object', properties: { words: { type: 'string' } }, required: ['words'] },
        },
        { id: 'coach.loop', title: 'Count for ever' },
      ],
    },
    activateOn: ['route:/coach', 'route:/fretboard', 'command:coach.*'],
    locales: { de: 'de.json' },
    styles: ['page.css'],
  } as Partial<PluginJson>,
  {
    'coach.js': COACH,
    'page.js': PAGE,
    'page.css': '.coach-title { letter-spacing: 7px }',
    'de.json': '{ "Coach": "Trainer" }',
    'drone.js': `export { default } from './coach.js'`,
  },
)

let product: Product
let author: Awaited<ReturnType<typeof webHost>>
const folder = scratchFolder()

test.beforeAll(async () => {
  author = await webHost(
    Object.fromEntries(Object.entries(coach).map(([path, text]) => [`coach/${path}`, text])),
  )
  const list = [{ manifest: `${author.url}/coach/plugin.json`, integrity: hashOf(coach) }]
  folder.write({ 'plugins.json': JSON.stringify(list) })
  product = await startProduct({ FRETWORK_PLUGINS: join(folder.path, 'plugins.json') })
})

test.afterAll(async () => {
  await product?.stop()
  await author?.end()
  folder.remove()
})

/** Logs in, and allows what the plugin asks for. */
async function withCoach(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // As the dialog of the page Plugins stores it.
    for (const tenant of ['fretwork', 'Fretwork', 'default']) {
      localStorage.setItem(
        `${tenant}Permissions`,
        JSON.stringify({ version: '1', allowed: { coach: ['midi-in'] }, refused: { coach: [] } }),
      )
    }
  })
  const listed = page.waitForResponse(answer => answer.url().endsWith('/account/api/v1/plugins/'))
  await logIn(page, product.url)
  await listed
}

async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search commands' }).fill(title)
  await expect(page.getByRole('option').first()).toContainText(title)
  await page.keyboard.press('Enter')
}

test('its screen, command, settings and neck layer work, and its code is never in the page', async ({
  page,
}) => {
  const complaints: string[] = []
  page.on('console', message => complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(error.message))
  await withCoach(page)
  await page.getByRole('link', { name: 'Coach' }).click()
  const screen = page.frameLocator('iframe[title="Coach"]')
  await expect(screen.getByRole('heading', { name: 'Coach' })).toHaveCSS('letter-spacing', '7px')
  await expect(screen.getByText('0 of 20 notes')).toBeVisible()
  await screen.getByLabel('Name').pressSequentially('jimi')
  await expect(screen.getByText('Hello JIMI')).toBeVisible()
  await screen.getByRole('button', { name: 'Say it' }).click()
  await expect(page.getByText('Coach: You said good')).toBeVisible()
  expect(await page.evaluate(() => Reflect.has(globalThis, 'coachRan'))).toBe(false)
  expect(complaints.filter(text => /Content Security Policy/.test(text))).toEqual([])
})

test('one whose command never ends is stopped, and the page goes on', async ({ page }) => {
  await withCoach(page)
  await runCommand(page, 'Count for ever')
  await expect(page.getByText(/“Coach” was stopped: It did not answer for a second/)).toBeVisible()
  await page.getByRole('link', { name: 'Songs' }).click()
  await expect(page).toHaveURL(/\/songs/)
})
