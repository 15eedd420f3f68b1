import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { external } from '../../../src/core/contract/sign-up.js'
import type { TenantCard } from '../../../src/core/contract/tenant.js'
import { FretworkError } from '../../../src/core/platform/fretwork-error.js'
import {
  beginSignIn,
  externalSentence,
  type LoginRequest,
  type TabStorage,
  takeCallback,
} from '../../../src/plugins/auth/external-sign-in.js'
import german from '../../../src/plugins/auth/locales/de.json' with { type: 'json' }

const tenant: TenantCard = {
  ...{ key: 'studio', name: 'Studio', accent: '#000000', languages: ['en'] },
  providers: [
    { id: 'google', clientId: 'g-client', authorizeUrl: 'https://accounts.example/auth?realm=1' },
    { id: 'myspace', clientId: 'm', authorizeUrl: 'https://myspace.example/auth' },
  ],
}
const redirectUri = 'https://studio.example/login'

function tab(): TabStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    get: key => kept.get(key),
    set: (key, value) => void kept.set(key, value),
    remove: key => void kept.delete(key),
  }
}

async function begun(more: Partial<LoginRequest> = {}) {
  const storage = tab()
  const address = new URL(await beginSignIn({ tenant, provider: 'google', storage, redirectUri, ...more }))
  const sent = Object.fromEntries(address.searchParams)
  /** Builds redirect parameters as sent by the provider. */
  const answer = (parts: Record<string, string> = {}) =>
    new URLSearchParams({ code: 'the-code', state: sent.state ?? '', ...parts })
  return { storage, address, sent, answer }
}

it('the login request sends a code challenge whose verifier stays in the tab', async () => {
  const { address, sent, storage, answer } = await begun()
  expect(address.origin + address.pathname).toBe('https://accounts.example/auth')
  expect(sent).toMatchObject({
    ...{ realm: '1', client_id: 'g-client', response_type: 'code', redirect_uri: redirectUri },
    ...{ scope: 'openid email profile', code_challenge_method: 'S256' },
  })
  expect(sent).not.toHaveProperty('prompt')
  const { credentials } = takeCallback(answer(), tenant, storage)
  expect(external.body?.safeParse(credentials).success).toBe(true)
  const hash = createHash('sha256').update(credentials?.codeVerifier ?? '')
  expect(sent.code_challenge).toBe(hash.digest('base64url'))
  expect(address.href).not.toContain(credentials?.codeVerifier)
  expect(sent.nonce).toBe(credentials?.nonce)
  // Each request has its own secrets.
  const other = await begun()
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(sent[name]).toMatch(/^[\w-]{43}$/)
    expect(sent[name]).not.toBe(other.sent[name])
  }
})

it('the login request includes the account, and after a logout the provider prompts again', async () => {
  const { sent } = await begun({ hint: 'ada@example.org', selectAccount: true })
  expect(sent).toMatchObject({ login_hint: 'ada@example.org', prompt: 'login' })
})

it.each([
  ['https://accounts.google.com/o/oauth2/v2/auth', 'select_account'],
  ['https://login.microsoftonline.com/common/oauth2/v2.0/authorize', 'select_account'],
  ['https://accounts.google.com.evil.example/auth', 'login'],
])('the prompt for %s is "%s", a value that the provider supports', async (authorizeUrl, prompt) => {
  const providers = [{ id: 'google', clientId: 'c', authorizeUrl }]
  expect((await begun({ tenant: { ...tenant, providers }, selectAccount: true })).sent.prompt).toBe(prompt)
})

it.each(['windows', 'myspace', '', '__proto__'])(
  'the provider "%s" is rejected because it is not configured',
  async provider => {
    const storage = tab()
    const beginning = beginSignIn({ tenant, provider, storage, redirectUri })
    await expect(beginning).rejects.toMatchObject({ code: 'request_invalid' })
    expect(storage.kept.size).toBe(0)
  },
)

it('the login callback returns code, issuer, secrets and return path only once', async () => {
  const { storage, answer, sent } = await begun({ returnTo: '/songs/7' })
  const callback = takeCallback(answer({ iss: 'https://accounts.example' }), tenant, storage)
  const credentials = { code: 'the-code', nonce: sent.nonce, redirectUri, iss: 'https://accounts.example' }
  expect(callback).toMatchObject({ provider: 'google', returnTo: '/songs/7', credentials })
  expect(callback.errorCode).toBeUndefined()
  expect(takeCallback(answer(), tenant, storage)).toEqual({ errorCode: 'request_invalid' })
})

it.each([
  ['another state', { state: 'x'.repeat(43) }],
  ['an empty state', { state: '' }],
  ['an error with another state', { state: 'x', error: 'access_denied' }],
])('the login callback rejects %s and discards the pending login', async (_what, parts) => {
  const { storage, answer } = await begun()
  expect(takeCallback(answer(parts), tenant, storage)).toEqual({ errorCode: 'request_invalid' })
  expect(takeCallback(answer(), tenant, storage)).toEqual({ errorCode: 'request_invalid' })
})

it('the login callback rejects a response for another tab or tenant, or without a state', async () => {
  const { storage, answer } = await begun()
  const refused = { errorCode: 'request_invalid' }
  expect(takeCallback(answer(), tenant, tab())).toEqual(refused)
  expect(takeCallback(answer(), { ...tenant, key: 'other' }, storage)).toEqual(refused)
  expect(takeCallback(new URLSearchParams({ code: 'c' }), tenant, storage)).toEqual(refused)
})

it.each(['{', 'null', '{"provider":"myspace"}', '[]'])(
  'a corrupt stored login is rejected and removed: %s',
  text => {
    const storage = tab()
    storage.set('studioSignIn', text)
    expect(takeCallback(new URLSearchParams({ code: 'c', state: 's' }), tenant, storage)).toEqual({
      errorCode: 'request_invalid',
    })
    expect(storage.kept.size).toBe(0)
  },
)

it('a provider response without a code is reported as an invalid request', async () => {
  const { storage, sent } = await begun()
  const answer = new URLSearchParams({ state: sent.state ?? '' })
  expect(takeCallback(answer, tenant, storage)).toMatchObject({
    errorCode: 'invalid_request',
    provider: 'google',
  })
})

it.each([
  ['access_denied', 'access_denied'],
  ['login_required', 'access_denied'],
  ['invalid_scope', 'invalid_request'],
  ['temporarily_unavailable', 'request_failed'],
  ['server_error', 'server_error'],
  ['constructor', 'server_error'],
  ['<img src=x>', 'server_error'],
])('the provider error %s maps to %s without credentials', async (error, errorCode) => {
  const { storage, answer } = await begun({ returnTo: '/songs' })
  const callback = takeCallback(answer({ error, error_description: 'Call 555' }), tenant, storage)
  expect(callback).toEqual({ provider: 'google', returnTo: '/songs', errorCode })
})

/** The core has messages for the first three codes, and a screen handles the second factor. */
const elsewhere = ['rate_limited', 'registration_closed', 'mail_domain_refused', 'second_factor_required']
const codes = external.errors.filter(code => !elsewhere.includes(code))

it.each([...codes, 'page_insecure'])(
  'the error message for %s exists in English and German and says what to do',
  code => {
    for (const error of [code, new FretworkError(code, 'raw')]) {
      const said = externalSentence(error, 'windows')
      expect(said?.sentence).toMatch(/\b(again|log in|register|open)\b/i)
      expect(Object.keys(german)).toContain(said?.sentence)
      expect(said?.values).toEqual({ provider: 'Microsoft' })
    }
  },
)

it('the error message mentions no provider if none was chosen', () => {
  expect(externalSentence('request_invalid', undefined)?.sentence).not.toContain('{{')
})

it.each(['rate_limited', 'registration_closed', 'network', 'toString'])(
  '%s has only a generic error message',
  code => expect(externalSentence(new FretworkError(code, 'raw'), 'google')).toBeUndefined(),
)
