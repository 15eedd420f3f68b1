// The screens before the log-in, and what can go wrong on them.
import type { Page } from 'playwright'
import type { ErrorCode } from '../../src/core/api/errors.js'
import { accepting, answering, both, changing, goOffline, refusing, unreachable } from './answers.js'
import { pressing, type Screen, settled } from './screen.js'

const PASSWORD = 'a capo on the seventh fret'
const TOKEN = 'A'.repeat(43)

const logInAs = (email: string, password: string) => async (page: Page) => {
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await settled(page)
}

/** A session that the server does not know any more. */
async function endedSession(page: Page, url: string): Promise<void> {
  const tokens = { jwt: 'long.since.expired', refreshToken: 'never given', rememberMe: true }
  const value = encodeURIComponent(JSON.stringify(tokens))
  await page.context().addCookies([{ name: 'fretwork', value, url }])
}

const withProviders = changing('**/tenant.json', card => ({
  ...card,
  providers: ['google', 'windows'].map(id => ({
    id,
    clientId: 'pictures',
    authorizeUrl: 'https://provider.example/authorize',
  })),
}))

/** As if this tab had asked Google. */
const signInBegun = (page: Page, url: string) =>
  page.addInitScript(redirectUri => {
    const begun = { provider: 'google', state: 'asked', nonce: 'n', codeVerifier: 'v', redirectUri }
    sessionStorage.setItem('fretworkSignIn', JSON.stringify(begun))
  }, `${url}/login`)

/** The codes of external sign-in (specification, section 8), and the address that the provider does not vouch for. */
const SIGN_IN_CODES: readonly ErrorCode[] = [
  'access_denied',
  'invalid_request',
  'request_invalid',
  'invalid_token',
  'stale_token',
  'server_error',
  'request_failed',
  'email_unverified',
]

const refusedSignIn = (code: ErrorCode): Screen => ({
  name: `sign-in-${code.replaceAll('_', '-')}`,
  path: '/login?code=given&state=asked',
  before: both(withProviders, signInBegun, refusing('**/auth/external', code)),
})

async function register(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Marguerite')
  await page.getByLabel('Email address').fill('marguerite.with-a-long-name@conservatory.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel(/^I accept/).check()
  await page.getByRole('button', { name: 'Register' }).click()
  await settled(page)
}

export const SIGN_UP_SCREENS: readonly Screen[] = [
  { name: 'log-in', path: '/login' },
  { name: 'log-in-refused', path: '/login', act: logInAs('unknown@fretwork.local', 'not the password') },
  { name: 'log-in-fields', path: '/login', act: pressing('Log in') },
  {
    name: 'log-in-unreachable',
    path: '/login',
    before: unreachable('**/auth/login'),
    act: logInAs('demo@fretwork.local', PASSWORD),
  },
  {
    name: 'log-in-limited',
    path: '/login',
    before: refusing('**/auth/login', 'rate_limited'),
    act: logInAs('demo@fretwork.local', PASSWORD),
  },
  {
    name: 'log-in-unverified',
    path: '/login',
    before: refusing('**/auth/login', 'email_unverified'),
    act: logInAs('nina@fretwork.local', PASSWORD),
  },
  { name: 'log-in-offline', path: '/login', act: goOffline },
  { name: 'log-in-expired', path: '/fretboard', before: endedSession },
  { name: 'log-in-providers', path: '/login', before: withProviders },
  ...SIGN_IN_CODES.map(refusedSignIn),
  { name: 'register', path: '/register' },
  {
    name: 'register-refused',
    path: '/register',
    whole: true,
    act: async page => {
      await page.getByLabel('Password', { exact: true }).fill('guitar')
      await pressing('Register')(page)
    },
  },
  {
    name: 'register-weak',
    path: '/register',
    whole: true,
    act: async page => {
      await page.getByLabel('Password', { exact: true }).fill('password1')
      await settled(page)
    },
  },
  { name: 'register-providers', path: '/register', whole: true, before: withProviders },
  { name: 'register-sent', path: '/register', before: accepting('**/auth/register', 202), act: register },
  {
    name: 'register-sent-again',
    path: '/register',
    before: both(accepting('**/auth/register', 202), accepting('**/auth/verification', 202)),
    act: async page => {
      await register(page)
      await pressing('Resend email')(page)
    },
  },
  {
    name: 'log-in-second-step',
    path: '/login',
    before: refusing('**/auth/login', 'second_factor_required', {
      secondFactor: { challenge: TOKEN, methods: ['totp', 'recovery'] },
    }),
    act: logInAs('demo@fretwork.local', PASSWORD),
  },
  { name: 'verification', path: '/verification' },
  { name: 'verification-link', path: `/verification#token=${TOKEN}` },
  { name: 'verification-broken', path: '/verification#token=half' },
  { name: 'verification-new-address', path: `/verification?new-address#token=${TOKEN}` },
  {
    name: 'verification-fields',
    path: `/verification#token=${TOKEN}`,
    act: pressing('Confirm and log in'),
  },
  {
    name: 'verification-refused',
    path: `/verification?new-address#token=${TOKEN}`,
    act: pressing('Confirm address'),
  },
  {
    name: 'verification-done',
    path: `/verification?new-address#token=${TOKEN}`,
    before: answering('**/auth/verify/*', { email: 'demo@fretwork.local' }),
    act: pressing('Confirm address'),
  },
  { name: 'password-forgot', path: '/password/forgot' },
  { name: 'password-forgot-fields', path: '/password/forgot', act: pressing('Send link') },
  {
    name: 'password-forgot-sent',
    path: '/password/forgot',
    before: accepting('**/auth/password/forgot', 202),
    act: async page => {
      await page.getByLabel('Email address').fill('demo@fretwork.local')
      await pressing('Send link')(page)
    },
  },
  { name: 'password-reset', path: `/password/reset#token=${TOKEN}` },
  { name: 'password-reset-broken', path: '/password/reset#token=half' },
  {
    name: 'password-reset-refused',
    path: `/password/reset#token=${TOKEN}`,
    act: setPassword,
  },
  {
    name: 'password-reset-done',
    path: `/password/reset#token=${TOKEN}`,
    before: accepting('**/auth/password/reset/*'),
    act: setPassword,
  },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms' },
]

async function setPassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await pressing('Change password')(page)
}
