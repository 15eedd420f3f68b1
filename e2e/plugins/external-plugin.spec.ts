// Plugins that did not ship with the application: one that works, and everything that keeps one out.
import { join } from 'node:path'
import type { Page } from 'playwright'
import type { PluginJson } from '../../src/core/api/external-plugins.js'
import {
  type Files,
  hashOf,
  packageFiles,
  scratchFolder,
  webHost,
} from '../../tests/server/plugins/web-host.js'
import { logIn } from '../support/log-in.js'
import { lit, play, withMidi } from '../support/midi.js'
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

const PAGE = `
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

const pulse = packageFiles(
  {
    id: 'pulse',
    title: 'Pulse',
    requires: ['core.settings'],
    lazy: ['midi-io.log'],
    contributes: {
      settings: [
        {
          id: 'Pulse',
          title: 'Pulse',
          version: '1',
          schema: {
            type: 'object',
            properties: { bpm: { type: 'integer', minimum: 20, maximum: 300 } },
            required: ['bpm'],
          },
          defaults: { bpm: 92 },
        },
      ],
      routes: [{ path: '/pulse', title: 'Pulse', screen: 'Page', auth: true }],
      navigation: [{ path: '/pulse', title: 'Pulse', when: 'loggedIn' }],
      commands: [
        {
          id: 'pulse.start',
          title: 'Start the pulse',
          args: {
            type: 'object',
            properties: { bpm: { type: 'integer', enum: [60, 120] } },
            required: ['bpm'],
          },
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
    'page.js': PAGE,
    'beats.js': 'export const beats = bpm => bpm + " beats"',
    'page.css': '.pulse-title { letter-spacing: 7px }',
    'de.json': '{ "Pulse": "Metronom" }',
  },
)

/** A screen that never comes to rest: each of its effects asks for one more. */
const ENDLESS = `
  import { useEffect, useState } from 'react'
  import { jsx } from 'react/jsx-runtime'
  function Page() {
    const [count, setCount] = useState(0)
    useEffect(() => setCount(count + 1), [count])
    globalThis.endlessRenders = count
    return jsx('h1', { children: 'Rendered ' + count + ' times' })
  }
  export default { screens: { Page: async () => ({ default: Page }) } }`

const endless = packageFiles(
  {
    id: 'endless',
    title: 'Endless',
    contributes: {
      routes: [{ path: '/endless', title: 'Endless', screen: 'Page', auth: true }],
      navigation: [{ path: '/endless', title: 'Endless', when: 'loggedIn' }],
    },
    activateOn: ['route:/endless'],
  },
  { 'drone.js': ENDLESS },
)

const withCommand = (id: string, change: Partial<PluginJson> = {}): Partial<PluginJson> => ({
  id,
  title: `The ${id} one`,
  contributes: { commands: [{ id: `${id}.run`, title: `Run the ${id} one` }] },
  activateOn: [`command:${id}.*`],
  ...change,
})
const RUNS = 'globalThis.tamperedRan = true; export default { commands: {} }'

/** The files of the author's server, by folder: all but the first are wrong in their own way. */
const PACKAGES: Readonly<Record<string, Files>> = {
  pulse,
  endless,
  tampered: { ...packageFiles(withCommand('tampered')), 'drone.js': RUNS },
  swapped: packageFiles(withCommand('swapped')),
  throwing: packageFiles(withCommand('throwing'), { 'drone.js': 'throw new Error("a string broke")' }),
  rewritten: packageFiles(withCommand('rewritten'), { 'drone.js': 'export default { commands: {} }' }),
  old: packageFiles(withCommand('old', { engine: '^0.1.0' })),
  auth: packageFiles(withCommand('auth')),
}

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
    runs: 'page',
    integrity: name === 'swapped' ? hashOf(pulse) : hashOf(all),
  }))
  folder.write({ 'plugins.json': JSON.stringify(list) })
  product = await startProduct({ FRETWORK_PLUGINS: join(folder.path, 'plugins.json') })
})

test.afterAll(async () => {
  await product?.stop()
  await author?.end()
  folder.remove()
})

/** Logs in, and gives what the page complained of and asked for below `/external/` since. */
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

async function search(page: Page, words: string) {
  const field = page.getByRole('combobox', { name: 'Search commands' })
  // One that is still being closed would take the keys to close it once more.
  await expect(field).toBeHidden()
  await page.keyboard.press('Control+k')
  await field.fill(words)
}

const ran = (page: Page) =>
  page.evaluate(() => ['pulseRan', 'tamperedRan'].filter(name => Reflect.has(globalThis, name)))

test('an external plugin: its command, its screen with the application’s React, its settings, its style', async ({
  page,
}) => {
  const { complaints, files } = await loggedIn(page)
  expect([await ran(page), files]).toEqual([[], []])

  await search(page, 'start the pulse')
  await expect(page.getByRole('option').first()).toContainText('Start the pulse')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: '120' }).click()
  await expect(page).toHaveTitle('120 beats')
  expect(await ran(page)).toEqual(['pulseRan'])

  await page.getByRole('link', { name: 'Pulse' }).click()
  await expect(page).toHaveURL(/\/pulse$/)
  await expect(page.getByText('92 beats per minute, shared token midi-io.log')).toBeVisible()
  await page.getByRole('button', { name: 'Bars: 0' }).click()
  await expect(page.getByRole('button', { name: 'Bars: 1' })).toBeVisible()
  await expect(page.getByText('drawn elsewhere')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pulse' })).toHaveCSS('letter-spacing', '7px')

  // Opened by its address, the page never says that it was not found.
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

test('a screen that renders for ever is left at once, and MIDI goes on meanwhile', { tag: '@soak' }, async ({
  page,
}) => {
  await withMidi(page)
  await loggedIn(page)
  await page.getByRole('link', { name: 'Endless' }).click()
  await page.waitForFunction(() => Reflect.get(globalThis, 'endlessRenders') > 1000)
  // Held while the screen renders, and shown by the neck afterwards.
  await play(page, [0x90, 40, 100])
  const link = page.getByRole('link', { name: 'Fretboard', exact: true })
  const left = link.evaluate((element: HTMLElement) => {
    element.click()
    return new Promise<boolean>(resolve =>
      requestAnimationFrame(() =>
        requestAnimationFrame(() => resolve(!/Rendered \d+ times/.test(document.body.innerText))),
      ),
    )
  })
  expect(await left).toBe(true)
  await expect(page.locator('[data-neck-position]').first()).toBeVisible()
  await expect.poll(() => lit(page)).not.toEqual([])
})

test('what was changed between our server and the page is not run', { tag: '@soak' }, async ({ page }) => {
  await page.route('**/external/*/drone.js', route =>
    route.fulfill({ body: RUNS, contentType: 'text/javascript' }),
  )
  await loggedIn(page)
  await search(page, 'run the rewritten')
  await expect(page.getByRole('option').first()).toContainText('Run the rewritten one')
  await page.keyboard.press('Enter')
  await expect(page.getByText('is not the file that was allowed').first()).toBeVisible()
  expect(await ran(page)).toEqual([])
})
