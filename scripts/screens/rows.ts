// The screens that `npm run screens` takes pictures of: a row for every new one, and for every state worth looking at.
import type { Page } from 'playwright'
import { play } from '../../e2e/support/midi.js'
import { tool } from '../../e2e/support/songs.js'
import { ACCOUNT_SCREENS, CHECKOUT_SCREENS } from './account-rows.js'
import { GERMAN_SCREENS } from './german-rows.js'
import { HOST_SCREENS, SWITCHED_OFF_SCREENS } from './host-rows.js'
import { NECK_SCREENS } from './neck-rows.js'
import { PEOPLE_SCREENS } from './people-rows.js'
import { PRACTICE_SCREENS } from './practice-rows.js'
import { openPalette, pressing, type Screen, settled } from './screen.js'
import { SHARING_SCREENS } from './sharing-rows.js'
import { SIGN_UP_SCREENS } from './sign-up-rows.js'
import { SONG_SCREENS } from './song-rows.js'

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

async function playSong(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play Greensleeves' }).first().click()
  await page.locator('[data-sounding]').first().waitFor()
  await settled(page)
}

/** Runs the command that the palette has first. */
async function run(page: Page, words: string): Promise<void> {
  await openPalette(page)
  await page.getByRole('combobox', { name: 'Search commands' }).fill(words)
  await page.keyboard.press('Enter')
  await settled(page)
}

export const SCREENS: readonly Screen[] = [
  ...SIGN_UP_SCREENS,
  { name: 'not-found', path: '/no/such/page' },
  { name: 'cms', path: '/cms/' },
  { name: 'fretboard', path: '/fretboard', loggedIn: true },
  { name: 'fretboard-chord', path: '/fretboard', loggedIn: true, act: playChord },
  {
    name: 'fretboard-selection',
    path: '/fretboard',
    loggedIn: true,
    act: async page => {
      for (const place of ['5:3', '4:2', '3:0', '2:1'])
        await page.locator(`[data-neck-position="${place}"]`).click()
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
    name: 'fretboard-view',
    path: '/fretboard',
    loggedIn: true,
    act: pressing('View'),
  },
  { name: 'fretboard-song', path: '/fretboard', loggedIn: true, act: playSong },
  {
    // On a phone all tools are in a sheet.
    name: 'fretboard-song-tools',
    path: '/fretboard',
    loggedIn: true,
    act: async page => {
      await playSong(page)
      await tool(page, /^(Tools|Playback options)$/).click()
      await settled(page)
    },
  },
  ...NECK_SCREENS,
  ...SONG_SCREENS,
  ...PRACTICE_SCREENS,
  { name: 'loading', path: '/fretboard', loggedIn: true, awaits: '**/auth/refresh' },
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
  {
    name: 'keys-recorder',
    path: '/account/keys',
    loggedIn: true,
    act: async page => {
      await page
        .getByRole('button', { name: /^Change shortcut: / })
        .first()
        .click()
      await page.keyboard.press('Control+k')
      await settled(page)
    },
  },
  { name: 'palette', path: '/fretboard', loggedIn: true, act: openPalette },
  {
    name: 'palette-arguments',
    path: '/fretboard',
    loggedIn: true,
    act: async page => {
      await openPalette(page)
      await page.getByRole('combobox', { name: 'Search commands' }).fill('choose tuning')
      // Not one of its tunings, which would be chosen for every screen after this.
      await page.getByRole('option', { name: 'Choose tuning …' }).click()
      await page.getByRole('dialog').getByRole('combobox', { name: 'Tuning' }).waitFor()
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
  {
    name: 'why-hidden',
    path: '/fretboard',
    loggedIn: true,
    act: async page => {
      await openPalette(page)
      await page.getByRole('combobox', { name: 'Search commands' }).fill('why is a command')
      await page.keyboard.press('Enter')
      await page.getByRole('combobox', { name: 'Command' }).fill('pause the song')
      await page.keyboard.press('Enter')
      await settled(page)
    },
  },
  { name: 'plugins', path: '/plugins', loggedIn: true },
  {
    name: 'plugins-details',
    path: '/plugins',
    loggedIn: true,
    act: async page => {
      await page.getByRole('button', { name: 'Details of “Fretboard”' }).click()
      await settled(page)
    },
  },
  {
    name: 'plugins-graph',
    path: '/plugins',
    loggedIn: true,
    act: async page => {
      await page.getByRole('link', { name: /^Songs: / }).focus()
      await page.getByRole('region', { name: 'Dependency graph' }).scrollIntoViewIfNeeded()
      await settled(page)
    },
  },
  {
    name: 'plugins-question',
    path: '/plugins',
    loggedIn: true,
    act: async page => {
      await page.getByRole('switch', { name: 'Enable “MIDI devices”' }).press('Space')
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
  { name: 'problem-report-empty', path: '/problem-report', loggedIn: true },
  {
    name: 'problem-report',
    path: '/fretboard',
    loggedIn: true,
    act: async page => {
      await page.keyboard.press('ControlOrMeta+Alt+P')
      await page.getByRole('region', { name: 'The whole report' }).waitFor()
      await settled(page)
    },
  },
  {
    name: 'inspector-running',
    path: '/plugins/inspector',
    loggedIn: true,
    act: async page => {
      await page.getByRole('button', { name: 'Start inspector' }).click()
      await page.getByRole('button', { name: 'Stop inspector' }).waitFor()
      await openPalette(page)
      await page.keyboard.press('Escape')
      await settled(page)
      await page.getByRole('option').first().click()
      await settled(page)
    },
  },
  ...PEOPLE_SCREENS,
  ...SHARING_SCREENS,
  ...ACCOUNT_SCREENS,
  ...HOST_SCREENS,
  ...GERMAN_SCREENS,
  // The last ones: what is done here is remembered by the browser.
  {
    name: 'fretboard-first-steps',
    path: '/fretboard',
    loggedIn: true,
    before: page =>
      page.addInitScript(() => {
        localStorage.fretworkWelcome = '{"version":"1","done":0}'
      }),
  },
  {
    name: 'fretboard-tracks',
    path: '/fretboard',
    loggedIn: true,
    act: async page => {
      await playSong(page)
      await run(page, 'show tracks')
    },
  },
  {
    name: 'fretboard-chord-finder',
    path: '/fretboard',
    loggedIn: true,
    act: pressing('Chords'),
  },
  ...CHECKOUT_SCREENS,
  ...SWITCHED_OFF_SCREENS,
]
