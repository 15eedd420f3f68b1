import { describe, expect, it } from 'vitest'
import { deleteExpiredNonces, isNonceUsed } from '../../../../server/auth/external/identities.js'
import { CLIENT_ID, CLIENT_SECRET, json, REDIRECT } from './token-provider.js'
import { codeOf, externalWorld } from './world.js'

const world = await externalWorld()
const ADA = { sub: 'ada', email: 'ada@example.org', email_verified: true }
type Vouching = Parameters<typeof world.google.signIn>[1]
const signIn = async (how?: Vouching) => codeOf(await world.post('google', world.google.signIn(ADA, how)))

describe('an ID token', () => {
  it('that is as it should be opens a session', async () => {
    expect(await signIn({ token: { azp: CLIENT_ID } })).toBe('200 undefined')
  })

  const past = Math.floor(Date.now() / 1000) - 600
  it.each<[string, Vouching, string?]>([
    ['of another issuer', { token: { iss: 'https://accounts.example.org' } }],
    ['for another audience', { token: { aud: 'another-client' } }],
    ['for a further audience, without saying for whom', { token: { aud: [CLIENT_ID, 'another-client'] } }],
    ['with a foreign nonce', { token: { nonce: 'of-another-sign-in' } }],
    ['without a nonce', { token: { nonce: null } }],
    ['without a subject', { token: { sub: null } }],
    ['with a subject that no database takes', { token: { sub: 'nul\0' } }],
    ['given to another party', { token: { azp: 'another-client' } }],
    ['that has expired', { token: { iat: past - 600, exp: past } }, '401 stale_token'],
    ['signed by a stranger', { signed: 'by a stranger' }],
    ['signed with the client secret', { signed: 'with the client secret' }],
    ['that is not signed', { signed: 'not at all' }],
  ])('%s is refused', async (_what, how, refusal = '401 invalid_token') => {
    expect(await signIn(how)).toBe(refusal)
  })
})

describe('a sign-in', () => {
  it('uses its nonce once, in parallel as well', async () => {
    const claims = { ...ADA, nonce: 'used five times at once' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.viaGoogle(claims)))
    expect(answers.map(codeOf).sort()).toEqual(['200 undefined', ...Array(4).fill('401 invalid_token')])
  })

  it('leaves a used nonce behind for a day', async () => {
    const used = (at: number) =>
      world.db.database.inTenant('fretwork', async scope => {
        await deleteExpiredNonces(scope, at)
        return isNonceUsed(scope, 'swept', at)
      })
    expect(await used(0)).toBe(false)
    expect(await used(24 * 60 * 60_000)).toBe(true)
    expect(await used(24 * 60 * 60_000 + 1)).toBe(false)
  })

  it('redeems its code with the verifier and the client that it began with', async () => {
    const callback = world.google.signIn(ADA)
    await world.post('google', callback)
    expect(world.google.redeemed.at(-1)).toEqual({
      grant_type: 'authorization_code',
      code: callback.code,
      code_verifier: callback.codeVerifier,
      redirect_uri: REDIRECT,
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
    })
  })

  it('names the issuer of its callback where the provider promised to', async () => {
    const { windows } = world
    windows.discovery = {
      ...windows.discovery,
      authorization_response_iss_parameter_supported: true,
    } as never
    windows.straighten()
    const claims = { sub: 'ada', email: 'ada@windows.example', xms_edov: true }
    const answerFor = async (iss?: string) =>
      codeOf(await world.post('windows', { ...windows.signIn(claims), ...(iss && { iss }) }))
    expect(await answerFor()).toBe('400 request_invalid')
    expect(await answerFor(world.google.issuer)).toBe('400 request_invalid')
    expect(await answerFor(windows.issuer)).toBe('200 undefined')
  })

  it('comes back to a configured address only, of a provider that the tenant has', async () => {
    const { length } = world.google.redeemed
    for (const redirectUri of [
      `${REDIRECT}/else`,
      `${REDIRECT}/`,
      `${REDIRECT}?x=1`,
      'javascript:alert(1)',
    ]) {
      const answer = await world.post('google', { ...world.google.signIn(ADA), redirectUri })
      expect(codeOf(answer)).toBe('400 request_invalid')
    }
    expect(world.google.redeemed).toHaveLength(length)
  })

  it.each([
    ['access_denied', 400, '403 access_denied'],
    ['invalid_request', 400, '400 invalid_request'],
    ['invalid_grant', 400, '401 stale_token'],
    ['invalid_client', 401, '502 server_error'],
    ['server_error', 400, '502 server_error'],
    ['temporarily_unavailable', 400, '503 request_failed'],
  ])('that the provider answers with %s is refused by a code of ours', async (error, status, expected) => {
    world.google.answers.set('/token', json({ error, error_description: 'x' }, status))
    expect(await signIn()).toBe(expected)
    world.google.straighten()
  })
})
