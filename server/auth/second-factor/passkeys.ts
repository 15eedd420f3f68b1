import type { FactorProof } from '../../../src/core/contract/second-factor.js'
import type { Passkey } from './factors.js'

/** Loaded on demand: its parsers take megabytes, and most servers have no passkeys. */
const webauthn = () => import('@simplewebauthn/server')

/** Algorithms used by browsers and security keys (IANA COSE): Edwards curves, P-256 and RSA. */
const ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = 5 * 60_000

export interface RelyingParty {
  readonly name: string
  readonly origin: string
  readonly id: string
}

/** Replaces loopback addresses with `localhost`, because passkeys require a host name. */
export function relyingParty(name: string, address: string): RelyingParty {
  const url = new URL(address)
  if (url.hostname === '[::1]' || /^127\.[\d.]+$/.test(url.hostname)) url.hostname = 'localhost'
  return { name, origin: url.origin, id: url.hostname }
}

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))
const known = (present: readonly Passkey[]) =>
  present.map(({ credentialId, transports }) => ({ id: credentialId, transports }))

export async function creationOptions(
  party: RelyingParty,
  user: { readonly id: string; readonly name: string; readonly email: string },
  present: readonly Passkey[],
  hash: string,
) {
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: bytesOf(hash),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: known(present),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return { ...options }
}

export async function requestOptions(party: RelyingParty, present: readonly Passkey[], hash: string) {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: known(present),
    challenge: bytesOf(hash),
    timeout: TIMEOUT_MS,
    userVerification: 'preferred',
  })
  return { ...options }
}

export interface NewPasskey {
  readonly id: string
  readonly clientDataJSON: string
  readonly attestationObject: string
}

export async function checkCreated(party: RelyingParty, { id, ...response }: NewPasskey, hash: string) {
  const { verifyRegistrationResponse } = await webauthn()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: hash,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return registrationInfo?.credential
  } catch {
    // The library throws on invalid client input.
    return undefined
  }
}

export type Assertion = Extract<FactorProof, { passkey: unknown }>['passkey']

export async function checkAssertion(
  party: RelyingParty,
  passkey: Passkey,
  { id, ...response }: Assertion,
  hash: string,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: hash,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credentialId,
        publicKey: bytesOf(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: false,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library also throws if the counter decreased, which indicates a cloned authenticator.
    return undefined
  }
}
