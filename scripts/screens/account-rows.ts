// The account: profile, plan and security, in the states that one meets seldom; and the checkout of test billing.
import type { Page } from 'playwright'
import { accepting, answering, both, changing, goOffline, refusing, unreachable } from './answers.js'
import { pressing, type Screen, settled } from './screen.js'

const CONTAINER = '**/account/api/v1/'
const PROFILE = '**/user/profile/'
const SESSIONS = '**/auth/sessions'

const session = (id: number, device: string, current = false) => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${id}`, current, device },
  ...{ begunAt: '2026-11-02T18:30:00Z', seenAt: '2026-11-21T09:12:00Z', network: '203.0.113.0/24' },
})
const HERE = session(0, 'Chrome on Linux', true)
const alone = answering(SESSIONS, { items: [HERE] })
const three = answering(SESSIONS, {
  items: [HERE, session(1, 'Firefox on Windows'), session(2, '')],
})

/** The plan as it would be with other payments. */
const plan = (account: object, payment: object = {}) =>
  changing(CONTAINER, json => ({
    ...json,
    account: { features: [], ...account },
    stripeAccount: { ...Object(json.stripeAccount), ...payment },
  }))

async function wrongProfile(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill('')
  await page.getByRole('textbox', { name: 'Handle' }).fill('no spaces!')
  await page.getByRole('textbox', { name: 'About you' }).fill('All work and no play. '.repeat(50))
  await pressing('Save profile')(page)
}

async function noPicture(page: Page): Promise<void> {
  const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await page.locator('input[type=file]').setInputFiles(file)
  await settled(page)
}

const changePassword = (current: string) => async (page: Page) => {
  const card = page.getByRole('region', { name: 'Password' })
  await card.getByLabel('Current password').fill(current)
  await card.getByLabel('New password').fill(current && 'the moon over the fretboard')
  await pressing('Change password')(page)
}

async function askAddress(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Email address' })
  await card.getByLabel('New email address').fill('quintus@conservatory.example')
  await card.getByLabel('Current password').fill('six strings and a capo')
  await pressing('Send link')(page)
}

/** The stream ends at once: a page that waits for it is never idle. */
const synced = async (page: Page) => {
  await page.addInitScript(() => {
    localStorage.fretworkSync = '{"version":"1","on":true,"device":""}'
  })
  await page.route('**/library/stream', route =>
    route.fulfill({ contentType: 'text/event-stream', body: '' }),
  )
}
const deletion = (page: Page) => pressing('Delete account…')(page)

const rows: readonly Screen[] = [
  { name: 'sync', path: '/account/sync', before: synced },
  { name: 'sync-off', path: '/account/sync' },
  { name: 'profile', path: '/account/profile' },
  { name: 'profile-fields', path: '/account/profile', whole: true, act: wrongProfile },
  { name: 'profile-picture-refused', path: '/account/profile', act: noPicture },
  {
    name: 'profile-unsaved',
    path: '/account/profile',
    act: async page => {
      await page.getByRole('textbox', { name: 'Name' }).fill('Someone else')
      await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Security' }).click()
      await settled(page)
    },
  },
  { name: 'profile-refused', path: '/account/profile', before: refusing(PROFILE, 'internal_error') },
  {
    name: 'profile-offline',
    path: '/account/keys',
    act: async page => {
      // Its code is here already: what is missing is the answer.
      const open = (name: string) =>
        page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name }).click()
      await open('Profile')
      await settled(page)
      await open('Keyboard shortcuts')
      await goOffline(page)
      await open('Profile')
      await page.getByRole('button', { name: 'Try again' }).waitFor()
      await settled(page)
    },
  },
  {
    name: 'profile-loading',
    path: '/account/profile',
    awaits: PROFILE,
    act: async page => page.locator('.mantine-Skeleton-root').first().waitFor(),
  },
  { name: 'subscription', path: '/account/subscription' },
  { name: 'subscription-need', path: '/account/subscription?need=branding', whole: true },
  { name: 'subscription-unsold', path: '/account/subscription?need=teleport' },
  {
    name: 'subscription-failed-payment',
    path: '/account/subscription',
    before: plan(
      { level: 'Basic', status: 'past_due', renewsAt: '2026-12-02T00:00:00Z' },
      { portalUrl: '/dev/plan/none' },
    ),
  },
  {
    name: 'subscription-off',
    path: '/account/subscription',
    before: plan({ level: 'free', status: 'free' }, { configured: false, mode: undefined }),
  },
  {
    name: 'subscription-refused',
    path: '/account/subscription',
    before: refusing(CONTAINER, 'internal_error'),
  },
  {
    name: 'subscription-loading',
    path: '/account/subscription',
    awaits: CONTAINER,
    act: async page => page.locator('.mantine-Skeleton-root').first().waitFor(),
  },
  {
    name: 'subscription-unpayable',
    path: '/account/subscription',
    before: refusing('**/stripe_checkout', 'payment_unavailable'),
    act: pressing('Choose Enterprise'),
  },
  { name: 'security', path: '/account/security', whole: true, before: three },
  { name: 'security-alone', path: '/account/security', before: alone },
  {
    name: 'security-question',
    path: '/account/security',
    before: three,
    act: pressing('End all other sessions'),
  },
  { name: 'security-fields', path: '/account/security', before: alone, act: changePassword('') },
  {
    name: 'security-password-wrong',
    path: '/account/security',
    before: both(alone, refusing('**/auth/password/change', 'password_wrong')),
    act: changePassword('not this one'),
  },
  {
    name: 'security-address-asked',
    path: '/account/security',
    before: both(alone, accepting('**/email/change', 202)),
    act: askAddress,
  },
  {
    name: 'security-refused',
    path: '/account/security',
    before: refusing(SESSIONS, 'internal_error'),
  },
  {
    name: 'security-two-step',
    path: '/account/security',
    before: answering('**/auth/second-factor', {
      totp: true,
      passkeys: [
        { id: 'a', name: 'Phone', createdAt: '2026-11-02T18:30:00Z', usedAt: '2026-11-21T09:12:00Z' },
      ],
      recoveryCodes: 2,
      passkeyOrigin: 'https://fretwork.example',
      hasPassword: true,
      required: false,
    }),
    act: async page => page.getByRole('heading', { name: /two-step/i }).scrollIntoViewIfNeeded(),
  },
  { name: 'security-delete', path: '/account/security', before: alone, act: deletion },
  {
    name: 'security-delete-fields',
    path: '/account/security',
    before: alone,
    act: async page => {
      await deletion(page)
      await pressing('Delete permanently')(page)
    },
  },
  {
    name: 'security-delete-last-admin',
    path: '/account/security',
    before: both(alone, refusing('**/account/delete', 'last_admin')),
    act: async page => {
      await deletion(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Type your email address to confirm').fill('demo@fretwork.local')
      await dialog.getByLabel('Current password').fill('six strings and a capo')
      await pressing('Delete permanently')(page)
    },
  },
  {
    name: 'settings-nothing',
    path: '/account/settings',
    act: async page => {
      await page.getByLabel('Search settings').first().fill('zzz')
      await settled(page)
    },
  },
  {
    name: 'keys-nothing',
    path: '/account/keys',
    act: async page => {
      await page.getByLabel('Search by command or key').fill('zzz')
      await settled(page)
    },
  },
]

/** To the payment page; it is never passed on. */
async function begin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose Enterprise' }).click()
  await page.waitForURL('**/dev/checkout/**')
  await settled(page)
}

async function comeBack(page: Page): Promise<void> {
  await begin(page)
  // Returning from a checkout before the payment was reported.
  await page.goto(new URL('/account/subscription?checkout=paid', page.url()).href)
  await page.getByText(/^If you’ve just paid/).waitFor()
}

/** More than the page itself has patience for. */
const MOST_LOOKS = 60

const checkout: readonly Screen[] = [
  { name: 'checkout', path: '/account/subscription', act: begin },
  { name: 'checkout-waiting', path: '/account/subscription', act: comeBack },
  {
    name: 'checkout-given-up',
    path: '/account/subscription',
    before: page => page.clock.install(),
    act: async page => {
      await comeBack(page)
      const notice = page.getByText(/^We haven’t received a payment/)
      for (let look = 0; look < MOST_LOOKS && !(await notice.isVisible()); look += 1) {
        await page.clock.runFor(2000)
        await page.waitForLoadState('networkidle')
      }
      await notice.waitFor()
      await settled(page)
    },
  },
  {
    name: 'checkout-unreachable',
    path: '/account/subscription',
    // A server with keys of Stripe's has their page within ours.
    before: both(
      plan({ level: 'free', status: 'free' }, { mode: 'stripe', publishableKey: 'pk_pictures' }),
      answering('**/stripe_checkout', { client_secret: 'none' }),
      unreachable('https://js.stripe.com/**'),
    ),
    act: pressing('Choose Enterprise'),
  },
]

const mine = (row: Screen): Screen => ({ loggedIn: true, ...row })
export const ACCOUNT_SCREENS = rows.map(mine)
export const CHECKOUT_SCREENS = checkout.map(mine)
