import { createServer, request } from 'node:http'
import type { Page } from '@playwright/test'
import { logIn } from '../support/log-in.js'
import { freePort } from '../support/product.js'
import { greensleevesAs } from '../support/songs.js'
import { expect, test } from '../support/test.js'

interface NewerBuild {
  readonly url: string
  /** Makes the server return a changed service worker. */
  update(): void
  stop(): Promise<void>
}

async function withNewerBuild(url: string): Promise<NewerBuild> {
  let newer = false
  const target = new URL(url)
  const server = createServer((asked, answer) => {
    const changed = newer && asked.url === '/sw.js'
    // Requests the file without compression so that a line can be appended.
    const headers = changed ? { ...asked.headers, 'accept-encoding': 'identity' } : asked.headers
    const passed = request({ ...at(target), path: asked.url, method: asked.method, headers }, got => {
      const { 'content-length': length, ...others } = got.headers
      answer.writeHead(
        got.statusCode ?? 502,
        changed ? others : { ...others, ...(length && { 'content-length': length }) },
      )
      got.on('end', () => answer.end(changed ? '\n// another build' : ''))
      got.pipe(answer, { end: false })
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  const port = await freePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    update() {
      newer = true
    },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const at = ({ hostname, port }: URL) => ({ hostname, port })

test.use({ serviceWorkers: 'allow' })

const bar = (page: Page) => page.getByText(/^You’re offline/)

/** Waits until the service worker has cached all files and controls the page. */
async function keptByTheWorker(page: Page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

test('the neck and songs work offline, and the app recovers when the connection returns', async ({
  page,
  context,
  baseURL,
}) => {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  await logIn(page, baseURL ?? '')
  await expect(page.locator('[data-neck-position]').first()).toBeVisible()
  await page.getByRole('link', { name: 'Songs', exact: true }).click()
  // Waits for the page change, because the fretboard page has a button with the same name.
  await expect(page.getByRole('heading', { level: 1, name: 'Songs' })).toBeVisible()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Open/ }).first().click()
  await (await choosing).setFiles(greensleevesAs('Kept'))
  const songs = page.getByRole('list', { name: 'Library' })
  await expect(songs.getByRole('link')).toHaveCount(1)
  await page.getByRole('link', { name: 'Fretboard', exact: true }).click()
  await keptByTheWorker(page)

  await context.setOffline(true)
  await expect(bar(page)).toBeVisible()
  await page.reload()
  await expect(bar(page)).toBeVisible()
  await expect(page.locator('[data-neck-position]').first()).toBeVisible()
  await page.getByRole('button', { name: 'Demo’s account' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  // Axe would report low contrast while the menu fades in.
  await expect(page.getByRole('menu')).toHaveCSS('opacity', '1')
  await page.keyboard.press('Escape')

  // The palette and other screens need code that this page has not loaded yet.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search commands' }).fill('log out')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  // Closing the palette removes its history entry a moment later, which would cancel the next navigation.
  await page.waitForFunction(() => history.state?.over !== true)
  await page.goto(`${baseURL}/account/settings`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`${baseURL}/songs`)
  // The worker that reads songs comes from the service worker's cache.
  await songs.getByRole('button', { name: /^Play / }).click()
  await expect(page.getByRole('button', { name: 'Pause the song' })).toBeVisible()
  await expect(page.locator('[data-neck-position]').first()).toBeVisible()

  // API responses are never cached.
  expect(
    await page.evaluate(() =>
      fetch('/health').then(
        () => 'answered',
        () => 'failed',
      ),
    ),
  ).toBe('failed')
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/index.html')
  expect(kept).toContain('/tenant.json')
  expect(kept.filter(path => /^\/(presence|account|cms|dev|external|sw\.js)/.test(path))).toEqual([])

  const refreshed = page.waitForResponse(answer => answer.url().endsWith('/auth/refresh'))
  await context.setOffline(false)
  expect((await refreshed).status()).toBe(200)
  await expect(bar(page)).toBeHidden()
  await expect(page).toHaveURL(/\/fretboard$/)
  expect(errors).toEqual([])
})

test('the app announces a new version and reloads only on request', { tag: '@soak' }, async ({
  page,
  baseURL,
}) => {
  const product = await withNewerBuild(baseURL ?? '')
  try {
    await logIn(page, product.url)
    await keptByTheWorker(page)
    let loads = 0
    page.on('load', () => loads++)
    product.update()
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    const notice = page.getByRole('status').filter({ hasText: 'An update is available.' })
    await expect(notice).toBeVisible()
    expect(loads).toBe(0)
    const loaded = page.waitForEvent('load')
    await notice.getByRole('button', { name: 'Reload' }).click()
    await loaded
    await expect(page.locator('[data-neck-position]').first()).toBeVisible()
    expect(loads).toBe(1)
    await expect(notice).toBeHidden()
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull()
  } finally {
    await product.stop()
  }
})

test('the app is installable, with its name and every type of icon', { tag: '@soak' }, async ({
  page,
  baseURL,
  context,
}) => {
  await page.goto(`${baseURL}/login`)
  const session = await context.newCDPSession(page)
  const { errors, manifest } = (await session.send('Page.getAppManifest')) as unknown as {
    errors: unknown[]
    manifest: { name: string; startUrl: string; icons: { sizes: string }[] }
  }
  expect([errors, manifest.name]).toEqual([[], 'Fretwork'])
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId).filter(id => id !== 'in-incognito')).toEqual([])
})
