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

const log = (page: Page) => page.getByRole('region', { name: 'The 100 newest events' })
const logged = (page: Page) => log(page).getByRole('row')
/** How many events are laid out while the log rests at its top. */
const AT_REST = 24

// Vite prepares every module when it is first asked for: no other test takes as long.
test.setTimeout(300_000)

test('a changed plugin does its new work in the open page, and the log and the session stay', {
  tag: '@soak',
}, async ({ page }) => {
  await withMidi(page)
  await logIn(page, server.url, DEMO.adminEmail)
  await expect(page.locator('[data-neck-position]').first()).toBeVisible({ timeout: 180_000 })
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
    text.replace('called(asked, named) : named', "called(asked, named) : { ...named, name: 'Retuned' }"),
  )
  let played = chord.length
  await expect(async () => {
    played += 2
    await play(page, [0x80, 55, 0], [0x90, 55, 90])
    await expect(page.locator('[data-chord]')).toHaveText('Retuned', { timeout: 2000 })
  }).toPass()
  // With the head. Counted here: the name may be drawn before the rows of what was played last.
  const rows = 1 + Math.min(played, AT_REST)
  await expect(logged(page)).toHaveCount(rows)

  // The plugin that holds the log hands it on to its successor, which draws it again.
  await log(page).evaluate(drawn => drawn.setAttribute('data-old', ''))
  server.edit('src/plugins/midi-io/log/log-commands.ts', text =>
    text.replace('The MIDI log was cleared.', 'All gone.'),
  )
  await expect(page.locator('[data-old]')).toHaveCount(0)
  await expect(logged(page)).toHaveCount(rows)
  await expect(async () => {
    // What the old one has cleared leaves nothing for the new one to clear.
    await play(page, [0x80, 55, 0])
    await page.getByRole('button', { name: 'Clear the log' }).click()
    await expect(page.getByText('All gone.')).toBeVisible({ timeout: 2000 })
  }).toPass()
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
  await expect(page).toHaveURL(/\/fretboard$/)
})
