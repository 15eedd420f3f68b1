// What the application itself says: offline, a new version, a part that failed, a plan that does not open something.
import type { Page } from 'playwright'
import type { PluginJson } from '../../src/core/api/external-plugins.js'
import { integrityOf } from '../../src/packages/package-source.js'
import { answering, goOffline, unreachable } from './answers.js'
import { openPalette, type Screen, settled } from './screen.js'

/** As the browser announces a waiting update. */
async function newVersion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const waiting = { postMessage: () => undefined }
    const registration = { waiting, addEventListener: () => undefined, update: async () => undefined }
    Object.defineProperty(navigator.serviceWorker, 'controller', { get: () => waiting })
    navigator.serviceWorker.register = async () => registration as unknown as ServiceWorkerRegistration
  })
}

/** Nothing that ships is closed to a plan yet: a plugin of an author's has a command and a screen that are. */
const GATED = `
  import { COMMANDS, defineRuntime } from '@fretwork/sdk'
  import { PlanGate } from '@fretwork/sdk/react'
  import { jsx } from 'react/jsx-runtime'
  const command = { id: 'branding.choose-logo', title: 'Choose the logo', feature: 'branding' }
  const gate = jsx(PlanGate, { feature: 'branding', title: 'Branding', children: 'Open' })
  export default defineRuntime({
    screens: { Page: async () => ({ default: () => jsx('div', { style: { padding: 24 }, children: gate }) }) },
    activate: ({ get, scope }) =>
      scope.onDispose(get(COMMANDS).register(command, 'branding', () => undefined)),
  })`

const BRANDING: PluginJson = {
  ...{ id: 'branding', version: '1.0.0', engine: '^1.0.0', title: 'Branding', runsIn: ['browser'] },
  contributes: { routes: [{ path: '/branding', title: 'Branding', screen: 'Page', auth: true }] },
  activateOn: ['startup'],
  entry: 'branding.js',
  integrity: integrityOf(Buffer.from(GATED)),
}

async function withGatedPlugin(page: Page, url: string): Promise<void> {
  const plugin = { manifest: BRANDING, base: '/external/branding/', origin: 'https://author.example' }
  await answering('**/account/api/v1/plugins/', { plugins: [plugin], refused: [] })(page, url)
  await page.route('**/external/branding/*', route =>
    route.fulfill({ contentType: 'text/javascript', body: GATED }),
  )
}

async function searchCommand(page: Page, words: string): Promise<void> {
  await openPalette(page)
  await page.getByRole('combobox', { name: 'Search commands' }).fill(words)
  await settled(page)
}

const rows: readonly Screen[] = [
  { name: 'offline', path: '/fretboard', act: goOffline },
  {
    name: 'new-version',
    path: '/fretboard',
    before: newVersion,
    act: async page => page.getByText('An update is available.').waitFor({ timeout: 10_000 }),
  },
  { name: 'part-failed', path: '/people', before: unreachable('**/assets/people-page-*.js') },
  { name: 'plan-gate', path: '/branding', before: withGatedPlugin },
  {
    name: 'palette-plan',
    path: '/fretboard',
    before: withGatedPlugin,
    act: page => searchCommand(page, 'choose the logo'),
  },
  {
    name: 'palette-plan-refused',
    path: '/fretboard',
    before: withGatedPlugin,
    act: async page => {
      await searchCommand(page, 'choose the logo')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'See the plans' }).waitFor()
      await page.waitForTimeout(500)
    },
  },
  { name: 'palette-nothing', path: '/fretboard', act: page => searchCommand(page, 'zzzzz') },
  {
    name: 'account-menu',
    path: '/fretboard',
    act: async page => {
      await page.getByRole('button', { name: /^Account/ }).click()
      await settled(page)
    },
  },
  { name: 'emails', path: '/dev/mail' },
]

export const HOST_SCREENS: readonly Screen[] = rows.map(row => ({ loggedIn: true, ...row }))

export const SWITCHED_OFF_SCREENS: readonly Screen[] = [
  {
    name: 'plugin-off',
    path: '/plugins',
    loggedIn: true,
    act: async page => {
      await page.getByRole('switch', { name: 'Enable “People”' }).press('Space')
      await settled(page)
      await page.evaluate(() => history.pushState(undefined, '', '/people'))
      await page.reload()
      await settled(page)
    },
  },
]
