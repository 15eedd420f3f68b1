import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { hashOf, packageFiles, scratchFolder } from '../../tests/server/plugins/web-host.js'
import { device } from '../support/device.js'
import { logIn } from '../support/log-in.js'
import { DEMO, type Product, startProduct } from '../support/product.js'
import { expect, test } from '../support/test.js'

const COUNTER = `
  export default {
    async setup({ panel, storage, deviceStorage, settings }) {
      let [synced, here] = [0, 0]
      const read = async () => {
        synced = (await storage.get('count')) ?? 0
        here = (await deviceStorage.get('count')) ?? 0
      }
      storage.onChange(read)
      deviceStorage.onChange(read)
      panel.show(() => ({
        title: 'Counter',
        text: 'Synced ' + synced + ', here ' + here + ', goal ' + settings.get().goal,
        buttons: [
          { title: 'Count', run: () => storage.set('count', ++synced) },
          { title: 'Count here', run: () => deviceStorage.set('count', ++here) },
          { title: 'Raise goal', run: () => settings.set({ goal: settings.get().goal + 1 }) },
        ],
      }), { on: 'page' })
      await read()
    },
  }`

const files = packageFiles(
  {
    ...{ id: 'counter', title: 'Counter', panel: { on: 'page' }, activateOn: 'use' },
    settings: { goal: { title: 'Goal', default: 20 } },
  },
  { 'drone.js': COUNTER },
)
const folder = scratchFolder()
let product: Product

test.beforeAll(async () => {
  folder.write(files, 'counter')
  const list = [{ manifest: join(folder.path, 'counter', 'plugin.json'), integrity: hashOf(files) }]
  folder.write({ 'plugins.json': JSON.stringify(list) })
  product = await startProduct({ FRETWORK_PLUGINS: join(folder.path, 'plugins.json') })
})

test.afterAll(async () => {
  await product?.stop()
  folder.remove()
})

const show = async (page: Page) => {
  await page.goto(`${product.url}/counter`)
  await expect(page.getByText(/^Synced/)).toBeVisible()
}
const opened = (browser: Browser, email: string) =>
  device(browser, async page => {
    await logIn(page, product.url, email)
    await show(page)
  })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const reads = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible({ timeout: 15_000 })

test('a sandboxed plugin’s values and settings appear on the user’s other devices', async ({ browser }) => {
  const [atHome, home] = await opened(browser, DEMO.email)
  const [onTheRoad, road] = await opened(browser, DEMO.email)
  await press(home, 'Count')
  await reads(road, 'Synced 1, here 0, goal 20')
  await press(road, 'Count')
  await reads(home, 'Synced 2, here 0, goal 20')
  await press(home, 'Raise goal')
  await reads(road, 'Synced 2, here 0, goal 21')
  // A reload must not send the older value again.
  await show(home)
  await press(road, 'Count')
  await reads(home, 'Synced 3, here 0, goal 21')
  await expect(road.locator('[data-sync]')).toHaveAttribute('data-sync', 'saved')

  const [inTheStudio, studio] = await opened(browser, DEMO.email)
  await reads(studio, 'Synced 3, here 0, goal 21')
  for (const each of [atHome, onTheRoad, inTheStudio]) await each.close()
})

test('a sandboxed plugin’s values appear in the browser’s other tabs', async ({ browser }) => {
  const [context, first] = await opened(browser, DEMO.adminEmail)
  const second = await context.newPage()
  await show(second)
  await press(first, 'Count')
  await reads(second, 'Synced 1, here 0')
  await press(second, 'Count')
  await reads(first, 'Synced 2, here 0')
  await press(first, 'Count here')
  await reads(second, 'Synced 2, here 1')
  await press(second, 'Count here')
  await reads(first, 'Synced 2, here 2')
  await context.close()
})
