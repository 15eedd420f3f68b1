import type { IDToken } from 'openid-client'
import { expect, it } from 'vitest'
import { displayName, languageOf, provenAddress } from '../../../../server/auth/external/identities.js'

const token = (claims: object): IDToken => ({ iss: 'x', sub: 'x', aud: 'x', iat: 0, exp: 0, ...claims })
const email = 'ada@example.org'

it.each([
  [{ email, email_verified: true }, email],
  [{ email, email_verified: false }, undefined],
  [{ email, email_verified: 'true' }, undefined],
  [{ email }, undefined],
  [{ email: 'no address', email_verified: true }, undefined],
  [{ email: 7, email_verified: true }, undefined],
  [{ email, xms_edov: true }, undefined],
])('Google claims %j verify %s', (claims, expected) => {
  expect(provenAddress('google', token(claims))).toBe(expected)
})

it.each([
  [{ email, email_verified: true }, undefined],
  [{ email, preferred_username: email }, undefined],
  [{ email, xms_edov: true }, email],
  [{ email, xms_edov: 1 }, email],
  [{ email, xms_edov: '1' }, email],
  [{ email, xms_edov: 'true' }, email],
  [{ email, xms_edov: false }, undefined],
  [{ email, xms_edov: '0' }, undefined],
  [{ email: 'other@example.org', verified_primary_email: [email] }, email],
  [{ email, verified_primary_email: [] }, undefined],
  [{ email, verified_primary_email: email }, undefined],
])('Microsoft claims %j verify %s', (claims, expected) => {
  expect(provenAddress('windows', token(claims))).toBe(expected)
})

it.each([
  [' Ada Player ', 'Ada Player'],
  ['Ada\r\nBcc: all', 'Ada Bcc: all'],
  ['', 'ada'],
  [undefined, 'ada'],
  ['half \ud83c', 'ada'],
  ['é'.repeat(150), 'é'.repeat(100)],
])('the name claim %j becomes the account name %s', (name, expected) =>
  expect(displayName({ name }, email)).toBe(expected),
)

it('a valid language claim sets the account language', () => {
  expect(languageOf(token({ locale: 'de-CH' }))).toBe('de-CH')
  expect(languageOf(token({ locale: 'de_CH@euro' }))).toBeUndefined()
})
