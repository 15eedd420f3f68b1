/** Tokens that a server must not accept, made from one that it does. */
import type { Request } from '../http/wire.js'

type Change = Pick<Request, 'jwt' | 'authorization'>

/** @param jwt an access token that is valid: three parts of base64url */
export function malformedTokens(jwt: string): readonly (readonly [what: string, change: Change])[] {
  const [head = '', claims = '', signature = ''] = jwt.split('.')
  return [
    // The same claims under a signature that is not theirs.
    ['with an unsigned token', { jwt: `${head}.${claims}.${'A'.repeat(86)}` }],
    ['with a token without a signature', { jwt: `${head}.${claims}.` }],
    // RFC 8725, 2.1: the algorithm is the server's choice, never the token's.
    [
      'with a token of the algorithm “none”',
      { jwt: `${encoded({ alg: 'none', typ: 'at+jwt' })}.${claims}.` },
    ],
    [
      'with a token whose claims were changed',
      { jwt: `${head}.${changed(claims, { exp: 4_102_444_800 })}.${signature}` },
    ],
    ['with half a token', { jwt: jwt.slice(0, Math.floor(jwt.length / 2)) }],
    ['with a token that is text', { jwt: 'text' }],
    ['with another kind of authorization', { authorization: 'Basic dXNlcjpwYXNzd29yZA==' }],
  ]
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function changed(claims: string, change: object): string {
  try {
    return encoded({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), ...change })
  } catch {
    // Not a JWT: there are no claims to keep.
    return encoded(change)
  }
}
