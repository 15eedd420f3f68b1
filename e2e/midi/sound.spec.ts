import { playOnPress } from '../support/neck.js'
import { tool } from '../support/songs.js'
import { heardNow, untouched, withEar } from '../support/sound.js'
import { expect, test } from '../support/test.js'

test('the neck is audible by default, from the first click until a panic', async ({ page, openNeck }) => {
  const scripts: string[] = []
  page.on('request', request => {
    if (request.url().includes('live-synth')) scripts.push(request.url())
  })
  await untouched(page)
  await withEar(page)
  await openNeck(page)
  await expect(page.getByRole('combobox', { name: 'Output' })).toHaveValue('Built-in sound')
  const state = page.getByRole('region', { name: 'Sound', exact: true }).locator('[data-status]')
  await expect(state).toContainText('only allows sound after a click')
  expect([await page.evaluate(() => globalThis.ears.length), scripts]).toEqual([0, []])

  await playOnPress(page)
  await expect(state).toHaveText('')
  expect([scripts.length, await heardNow(page)]).toEqual([1, 0])
  // The note is repeated for each measurement, because a busy machine may measure after it has ended.
  await expect
    .poll(async () => {
      await page.locator('[data-neck-position="6:3"]').click()
      return heardNow(page)
    })
    .toBeGreaterThan(0.02)
  await page.getByRole('button', { name: 'Panic' }).click()
  await expect.poll(() => heardNow(page)).toBeLessThan(1e-6)

  // A song is also audible unless it is muted.
  await page.getByRole('button', { name: 'Play Greensleeves' }).click()
  await expect.poll(() => heardNow(page)).toBeGreaterThan(0.02)
  await tool(page, 'Mute').click()
  await expect.poll(() => heardNow(page)).toBeLessThan(1e-6)
})
