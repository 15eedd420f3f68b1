// Development: a plugin whose code changes is replaced in the open page, which keeps its session and the MIDI log.
import type { Page } from '@playwright/test'
import { type DevServer, startDevServer } from '../support/dev-server.js'
import { logIn } from '../support/log-in.js'
import { play, withMidi } from '../support/midi.js'
import { DEMO } from '../support/product.js'
import { expect, test } from '../support/test.js'

let server: DevServer

test.beforeAll(async ({ baseURL }) => {
  server = await startDevServer(baseURL ?? '')
})
test.afterAll(() => server.stop())

const logged = (page: Page) => page.getByRole('region', { name: 'The 100 newest events' }).getByRole('row')

test.setTimeout(120_000)

test('a changed plugin does its new work in the open page, and the log and the session stay', async ({
  page,
}) => {
  await withMidi(page)
  await logIn(page, server.url, DEMO.adminEmail)
  // Vite prepares every module when it is first asked for.
  await expect(page.locator('[data-neck-position]').first()).toBeVisible({ timeout: 60_000 })
  // A mark that a reload would wipe away.
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  const chord = [
    [0x90, 48, 90],
    [0x90, 52, 90],
    [0x90, 55, 90],
  ] as const
  await play(page, ...chord)
  await expect(page.locator('[data-chord]')).toHaveText('C')
  await expect(logged(page)).toHaveCount(4)

  server.edit('src/plugins/fretboard/playing/now.ts', text =>
    text.replace('chordName(pitches, scale)', "{ ...chordName(pitches, scale), name: 'Retuned' }"),
  )
  await expect(async () => {
    await play(page, [0x80, 55, 0], [0x90, 55, 90])
    await expect(page.locator('[data-chord]')).toHaveText('Retuned', { timeout: 500 })
  }).toPass()
  const rows = await logged(page).count()
  expect(rows).toBeGreaterThanOrEqual(6)

  // The plugin that holds the log hands it on to its successor.
  const devices = page.getByRole('heading', { name: 'Device status' })
  server.edit('src/plugins/midi-io/log/log-commands.ts', text =>
    text.replace('The MIDI log was cleared.', 'All gone.'),
  )
  await expect(devices).toBeVisible()
  await expect(logged(page)).toHaveCount(rows)
  await expect(async () => {
    await page.getByRole('button', { name: 'Clear the log' }).click()
    await expect(page.getByText('All gone.')).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
  await expect(page).toHaveURL(/\/fretboard$/)
})
