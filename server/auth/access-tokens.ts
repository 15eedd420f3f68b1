// Access tokens (RFC 9068): short-lived, signed with a single algorithm, and bound to a tenant and a session.
import { type CryptoKey, errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { FEATURE_CLAIM, featureClaim, ROLE_CLAIM, roleClaim } from '../../src/core/contract/claims.js'
import { Problem } from '../http/problem.js'
import type { User } from './sessions.js'
import { ALGORITHM, type SigningKey } from './signing-keys.js'

const TYPE = 'at+jwt'
const ISSUER = 'urn:fretwork:server'
const AUDIENCE = 'urn:fretwork:api'
const LIFE_SECONDS = 45 * 60
/** Clock tolerance between servers, s. All servers follow the database's clock (`DatabaseClock`). */
const CLOCKS_APART_SECONDS = 5

export interface TokenSubject {
  readonly userId: string
  readonly tenant: string
  readonly sessionId: string
  readonly email: string
  readonly name: string
  readonly roles: readonly string[]
  readonly features: readonly string[]
}

export function subjectOf(user: User, sessionId: string): TokenSubject {
  const { id: userId, tenant, email, name, roles, features } = user
  return { userId, tenant, sessionId, email, name, roles, features }
}

export interface VerifiedToken {
  readonly userId: string
  readonly sessionId: string
  /** Expiry, seconds since 1970. */
  readonly expires: number
}

interface Known extends VerifiedToken {
  readonly tenant: unknown
  readonly keyId: string
  /** Start of validity, seconds since 1970. */
  readonly notBefore: number
}

/** Cache size, about 20 MB at most. The least recently used tokens are evicted first. */
const MAX_KNOWN = 10_000

const ID = z.guid()
const isId = (claim: unknown): claim is string => ID.safeParse(claim).success

export interface Keys {
  current(): Promise<SigningKey>
  byId(id: string): Promise<CryptoKey | undefined>
}

export class AccessTokens {
  readonly #known = new Map<string, Known>()

  constructor(
    private readonly keys: Keys,
    private readonly now: () => number,
  ) {}

  async issue(subject: TokenSubject): Promise<string> {
    const key = await this.keys.current()
    const issuedAt = Math.floor(this.now() / 1000)
    const role = roleClaim(subject.roles)
    return new SignJWT({
      tenant: subject.tenant,
      sid: subject.sessionId,
      email: subject.email,
      name: subject.name,
      ...(role !== undefined && { [ROLE_CLAIM]: role }),
      [FEATURE_CLAIM]: featureClaim(subject.features),
    })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: key.id })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(subject.userId)
      .setIssuedAt(issuedAt)
      .setNotBefore(issuedAt - CLOCKS_APART_SECONDS)
      .setExpirationTime(issuedAt + LIFE_SECONDS)
      .sign(key.privateKey)
  }

  /** @throws Problem `token_expired`, or `unauthenticated` if it is invalid for any other reason */
  async verify(token: string, tenant: string): Promise<VerifiedToken> {
    const known = (await this.#remembered(token)) ?? (await this.#check(token))
    if (known.tenant !== tenant) throw new Problem('unauthenticated')
    return known
  }

  async #remembered(token: string): Promise<Known | undefined> {
    const known = this.#known.get(token)
    if (!known) return undefined
    this.#known.delete(token)
    const seconds = Math.floor(this.now() / 1000)
    if (seconds < known.notBefore || seconds >= known.expires) return undefined
    if (!(await this.keys.byId(known.keyId))) return undefined
    this.#known.set(token, known)
    return known
  }

  async #check(token: string): Promise<Known> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, header => this.#keyOf(header), {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['sub', 'sid', 'tenant', 'exp', 'nbf'],
        currentDate: new Date(this.now()),
      })
      const { sub, sid, tenant, nbf = 0, exp = 0 } = payload
      // PostgreSQL rejects IDs that are not UUIDs, which would be reported as an internal error.
      if (!isId(sub) || !isId(sid)) throw new Problem('unauthenticated')
      const keyId = protectedHeader.kid ?? ''
      const known = { userId: sub, sessionId: sid, tenant, keyId, notBefore: nbf, expires: exp }
      this.#remember(token, known)
      return known
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new Problem('token_expired')
      if (error instanceof errors.JOSEError) throw new Problem('unauthenticated')
      throw error
    }
  }

  #remember(token: string, known: Known): void {
    const [longest] = this.#known.size >= MAX_KNOWN ? this.#known.keys() : []
    if (longest !== undefined) this.#known.delete(longest)
    this.#known.set(token, known)
  }

  /** Finds the key by its ID. Key references in the token (jku, x5u, jwk) are ignored (RFC 8725, 3.5). */
  async #keyOf({ kid }: { readonly kid?: string | undefined }): Promise<CryptoKey> {
    const key = kid === undefined ? undefined : await this.keys.byId(kid)
    if (!key) throw new Problem('unauthenticated')
    return key
  }
}
