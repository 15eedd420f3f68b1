// People in a real browser: finding someone, following them with undo, blocking them, and what they see of that.
import type { APIRequestContext, Page } from '@playwright/test'
import { withMidi } from '../support/midi.js'
import { DEMO } from '../support/product.js'
import { expect, test } from '../support/test.js'

/** Words that no other handle has. */
const DEMO_HANDLE = 'quintus_demo'
const ADMIN_HANDLE = 'quintilla_admin'

const PROFILE = '/presence/api/v1/user/profile/'

interface Someone {
  readonly id: string
  readonly name: string
  readonly headers: Record<string, string>
}

/** The profiles as they were before the first test, by address: other tests find them so again. */
const found = new Map<string, Record<string, unknown>>()

async function headersOf(request: APIRequestContext, email: string): Promise<Record<string, string>> {
  const tenant = { 'x-tenant': 'fretwork' }
  const login = await request.post('/presence/api/v1/auth/login', {
    headers: tenant,
    data: { email, password: DEMO.password },
  })
  return { ...tenant, authorization: `Bearer ${(await login.json()).jwt}` }
}

/** One of the demo users, with a public profile. */
async function publicUser(request: APIRequestContext, email: string, handle: string): Promise<Someone> {
  const headers = await headersOf(request, email)
  const { id, name } = await (await request.get('/presence/api/v1/auth/user', { headers })).json()
  if (!found.has(email)) {
    // The picture has calls of its own.
    const { avatar, ...kept } = await (await request.get(PROFILE, { headers })).json()
    found.set(email, kept)
  }
  const profile = await request.post(PROFILE, {
    headers,
    data: { name, handle, bio: 'Plays in open tunings.', instruments: ['Guitar'], public: true },
  })
  expect(profile.status()).toBe(200)
  return { id, name, headers }
}

/** Both users, strangers to each other: a block and its end take every link between them away. */
async function strangers(request: APIRequestContext) {
  const demo = await publicUser(request, DEMO.email, DEMO_HANDLE)
  const admin = await publicUser(request, DEMO.adminEmail, ADMIN_HANDLE)
  for (const [from, to] of [
    [demo, admin],
    [admin, demo],
  ] as const) {
    for (const blocked of [1, 0]) {
      await request.post(`/presence/api/v1/user/block/${to.id}/${blocked}`, { headers: from.headers })
    }
  }
  return { demo, admin }
}

test.afterAll(async ({ request }) => {
  for (const [email, data] of found) {
    const restored = await request.post(PROFILE, { headers: await headersOf(request, email), data })
    expect(restored.status()).toBe(200)
  }
})

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test('someone is found, followed and unfollowed with undo; a blocked user finds no one until unblocked', async ({
  page,
  browser,
  request,
  baseURL,
  openPath,
}) => {
  const { demo, admin } = await strangers(request)
  // The page shows a follow before the server has it.
  const followKept = () =>
    page.waitForResponse(
      answer => answer.url().endsWith(`/user/link/${admin.id}`) && answer.request().method() === 'POST',
    )
  await withMidi(page)
  await openPath(page, '/people', DEMO.email)
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Name or handle' }).fill('quintill')
  await expect(page.getByText('People found: 1')).toBeVisible()
  await expect(page).toHaveURL(/\/people\?q=quintill$/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: admin.name })).toBeVisible()
  const followed = followKept()
  await page.getByRole('button', { name: 'Follow' }).click()
  await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible()
  await followed
  await page.goBack()
  await expect(page.getByRole('button', { name: `Unfollow ${admin.name}` })).toBeVisible()
  await expect(tab(page, 'Following 1')).toBeVisible()

  await tab(page, 'Following 1').click()
  await page.getByRole('button', { name: `Unfollow ${admin.name}` }).click()
  await expect(page.getByText('You aren’t following anyone yet')).toBeVisible()
  const followedAgain = followKept()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: admin.name })).toBeVisible()
  await expect(tab(page, 'Following 1')).toBeVisible()
  await followedAgain

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const theirs = await context.newPage()
  await withMidi(theirs)
  await openPath(theirs, '/people?tab=followers')
  await theirs.getByRole('link', { name: demo.name }).click()
  await theirs.getByRole('button', { name: 'Block' }).waitFor()
  await theirs.getByRole('button', { name: 'Block' }).click()
  await theirs.getByRole('dialog').getByRole('button', { name: 'Block' }).waitFor()
  await theirs.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(theirs.getByText(`${demo.name} blocked.`)).toBeVisible()

  await page.goto(`/people/${admin.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Not found or not public' })).toBeVisible()
  await page.getByRole('link', { name: 'Find people' }).click()
  await expect(tab(page, 'Following 0')).toBeVisible()
  await page.getByRole('searchbox').fill('quintill')
  await expect(page.getByText('No results for “quintill”')).toBeVisible()

  await theirs.getByRole('link', { name: 'People', exact: true }).first().click()
  await expect(tab(theirs, 'Followers 0')).toBeVisible()
  await tab(theirs, 'Blocked 1').click()
  await theirs.getByRole('button', { name: `Unblock ${demo.name}` }).click()
  await expect(theirs.getByText(`${demo.name} unblocked.`)).toBeVisible()
  await context.close()

  await page.getByRole('searchbox').fill('quintilla')
  await expect(page.getByRole('link', { name: admin.name })).toBeVisible()
})
