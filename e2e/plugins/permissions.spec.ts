// Permissions of plugins: asked for before one from elsewhere runs, listed on its card, taken back and given again.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { hashOf, packageFiles, scratchFolder, webHost } from '../../tests/server/plugins/web-host.js'
import { logIn } from '../support/log-in.js'
import { type Product, startProduct } from '../support/product.js'
import { expect, test } from '../support/test.js'

const drone = packageFiles({
  engine: '^1.1.0',
  version: '2.1.0',
  permissions: {
    'midi-in': 'Tunes itself to what you play.',
    network: { hosts: ['a.example.org', 'b.example.org'], reason: 'Looks up tunings.' },
  },
})

let product: Product
let author: Awaited<ReturnType<typeof webHost>>
const folder = scratchFolder()

test.beforeAll(async () => {
  author = await webHost(
    Object.fromEntries(Object.entries(drone).map(([path, text]) => [`drone/${path}`, text])),
  )
  const list = [{ manifest: `${author.url}/drone/plugin.json`, integrity: hashOf(drone) }]
  folder.write({ 'plugins.json': JSON.stringify(list) })
  product = await startProduct({ FRETWORK_PLUGINS: join(folder.path, 'plugins.json') })
})

test.afterAll(async () => {
  await product?.stop()
  await author?.end()
  folder.remove()
})

const card = (page: Page, id: string) => page.locator(`#plugin-${id}`)
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Switch on “Drone”?' })

async function openPlugins(page: Page): Promise<void> {
  const listed = page.waitForResponse(answer => answer.url().endsWith('/account/api/v1/plugins/'))
  await page.goto(`${product.url}/plugins`)
  await listed
  await expect(card(page, 'drone')).toBeVisible()
}

test('a plugin from elsewhere is announced once, asks before it is switched on, and keeps its answer', async ({
  page,
}) => {
  await logIn(page, product.url)
  const notice = page.getByRole('status').filter({ hasText: '“Drone” asks for permissions.' })
  await notice.getByRole('button', { name: 'Review' }).click()
  await expect(page).toHaveURL(/\/plugins$/)
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('Version 2.1.0')
  await expect(dialog).toContainText(`From ${author.url}/drone/plugin.json`)
  await expect(dialog).toContainText('Runs apart from the page')
  await expect(dialog).toContainText('Tunes itself to what you play.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(card(page, 'drone')).toContainText('Asks for permissions.')

  await openPlugins(page)
  await expect(card(page, 'drone')).toContainText('Asks for permissions.')
  await expect(notice).toHaveCount(0)

  // By keys alone: the switch, a host left out, and the answer.
  const toggle = page.getByRole('switch', { name: 'Enable “Drone”' })
  await toggle.press('Space')
  // It takes the focus first.
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await dialog.getByRole('checkbox', { name: 'Connects to b.example.org' }).press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Allow and switch on' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(toggle).toBeChecked()

  await openPlugins(page)
  await expect(toggle).toBeChecked()
  await page.getByRole('button', { name: 'Details of “Drone”' }).click()
  const permissions = card(page, 'drone').getByRole('region', { name: 'Permissions' })
  await expect(permissions.getByRole('switch', { name: 'Sees what you play' })).toBeChecked()
  await expect(permissions.getByRole('switch', { name: 'Connects to a.example.org' })).toBeChecked()
  await expect(permissions.getByRole('switch', { name: 'Connects to b.example.org' })).not.toBeChecked()
})
