import { expect, it } from 'vitest'
import {
  base32,
  codeAt,
  newSecret,
  otpauthUri,
  stepAt,
  stepOf,
} from '../../../../server/auth/second-factor/totp.js'

const SECRET = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, shortened to six digits.
it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the TOTP code at %i s is %s', (seconds, code) =>
  expect(codeAt(SECRET, stepAt(seconds * 1000))).toBe(code),
)

it('a TOTP code may be at most one time step early or late', () => {
  const now = 1_234_567_890_000
  const offsets = [-2, -1, 0, 1, 2]
  const steps = offsets.map(offset => stepOf(SECRET, codeAt(SECRET, stepAt(now) + offset), now))
  expect(steps).toEqual([undefined, ...[-1, 0, 1].map(offset => stepAt(now) + offset), undefined])
})

it('a new TOTP secret has 160 bits', () => expect(newSecret()).toHaveLength(20))

// RFC 4648, section 10.
it.each([
  ['f', 'MY'],
  ['foob', 'MZXW6YQ'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 encodes %s as %s', (text, encoded) => expect(base32(Buffer.from(text))).toBe(encoded))

it('the QR code URI escapes the account and issuer names', () => {
  const uri = new URL(otpauthUri(SECRET, 'Fret: & work', 'ada@example.org?x'))
  expect(decodeURIComponent(uri.pathname)).toMatch(/Fret {2}& work:ada@example\.org\?x$/)
  expect(uri.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(uri.searchParams.get('issuer')).toBe('Fret  & work')
})
