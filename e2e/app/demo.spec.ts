import { logIn } from '../support/log-in.js'
import { noSong } from '../support/songs.js'
import { heardNow, withEar } from '../support/sound.js'
import { expect, test } from '../support/test.js'

test('the demo works without an account and stores its settings separately', async ({ page, baseURL }) => {
  await withEar(page)
  const tonic = page.getByRole('combobox', { name: 'Tonic' })
  const choose = async (name: string) => {
    await tonic.click()
    await page.getByRole('option', { name, exact: true }).click()
    await expect(tonic).toHaveValue(name)
  }
  await page.goto('/login')
  await page.getByRole('link', { name: 'Try it without an account' }).click()
  await expect(tonic).toHaveValue('C')
  await choose('E')
  await noSong(page).getByRole('button', { name: 'Play Greensleeves' }).click()
  await expect(page.locator('[data-tablature]')).toBeVisible()
  await expect.poll(() => heardNow(page)).toBeGreaterThan(0.01)

  await page.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, baseURL ?? '')
  await expect(tonic).toHaveValue('C')
  await choose('D')
  await page.getByRole('button', { name: /’s account$/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Try it without an account' }).click()
  await expect(tonic).toHaveValue('C')
})
