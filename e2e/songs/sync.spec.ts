import type { Page } from '@playwright/test'
import { device } from '../support/device.js'
import { drop } from '../support/drop.js'
import { DEMO } from '../support/product.js'
import { greensleevesAs } from '../support/songs.js'
import { expect, test } from '../support/test.js'

test.use({ synced: true })

const names = (page: Page) => page.getByRole('list', { name: 'Library' }).getByRole('link').allInnerTexts()
const state = (page: Page) => page.locator('[data-sync]')

test('a song, its name and its removal sync with the account, even from an offline device', async ({
  browser,
  openPath,
}) => {
  const open = (page: Page) => openPath(page, '/songs', DEMO.email)
  const [atHome, home] = await device(browser, open)
  const [onTheRoad, road] = await device(browser, open)
  await expect(state(home)).toHaveAttribute('data-sync', 'saved')
  await expect(state(road)).toHaveAttribute('data-sync', 'saved')

  await drop(home, [greensleevesAs('Blackbird')])
  await expect.poll(() => names(road)).toEqual(['Blackbird'])

  // Loads the file readers before going offline, because tests run without a service worker.
  await drop(road, [greensleevesAs('Morning')])
  await expect.poll(() => names(home)).toEqual(['Morning', 'Blackbird'])

  await onTheRoad.setOffline(true)
  await drop(road, [greensleevesAs('Yesterday')])
  await expect.poll(() => names(road)).toEqual(['Yesterday', 'Morning', 'Blackbird'])
  await expect(state(road)).toHaveAttribute('data-sync', 'waiting')
  expect(await names(home)).toEqual(['Morning', 'Blackbird'])
  await onTheRoad.setOffline(false)
  await expect.poll(() => names(home)).toEqual(['Yesterday', 'Morning', 'Blackbird'])
  await expect(state(road)).toHaveAttribute('data-sync', 'saved')

  await home.getByRole('button', { name: /^Remove “?Blackbird/ }).click()
  // Hovering keeps the notice open.
  await home.getByRole('button', { name: 'Undo' }).hover()
  await expect.poll(() => names(road)).toEqual(['Yesterday', 'Morning'])
  await home.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => names(road)).toEqual(['Yesterday', 'Morning', 'Blackbird'])

  await home.getByRole('button', { name: /^Remove “?Blackbird/ }).click()
  await expect.poll(() => names(road)).toEqual(['Yesterday', 'Morning'])
  await road.getByRole('link', { name: 'All changes synced' }).click()
  await expect(road.getByRole('heading', { level: 1, name: 'Sync' })).toBeVisible()
  await road.getByRole('button', { name: 'Restore Blackbird' }).click()
  await expect.poll(() => names(home)).toEqual(['Yesterday', 'Morning', 'Blackbird'])
  await atHome.close()
  await onTheRoad.close()
})
