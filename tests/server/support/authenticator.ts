// Software authenticator: returns WebAuthn attestations of format `none` and assertions signed with P-256,
// as a browser does.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url')

/** Flags: user present, user verified. */
const PRESENT = 0x05
/** Flag: attested credential data included. */
const ATTESTED = 0x40

type Encodable = Parameters<typeof isoCBOR.encode>[0]

interface Asked {
  /** Challenge in base64url. */
  readonly challenge: string
  readonly origin: string
  /** Relying party ID; the host of the origin by default. */
  readonly rpId?: string
  /** Signature counter; the next value by default. */
  readonly counter?: number
}

/** @param counts false for a synced passkey, whose counter is always 0 */
export function softAuthenticator({ counts = true }: { readonly counts?: boolean } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let uses = 0

  const authData = (
    { origin, rpId = new URL(origin).hostname, counter }: Asked,
    flags: number,
    more: Buffer,
  ) => {
    const count = Buffer.alloc(4)
    if (counts) count.writeUInt32BE(counter ?? ++uses)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more])
  }
  const clientData = (type: string, { challenge, origin }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  return {
    id: base64url(id),
    /** Returns the result of `navigator.credentials.create`. */
    create(asked: Asked) {
      // RFC 9053, 7.1.1: kty EC2, alg ES256, crv P-256, x and y.
      const key = isoCBOR.encode(
        new Map<number, Encodable>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, bytesOf(x)],
          [-3, bytesOf(y)],
        ]),
      )
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestation = isoCBOR.encode(
        new Map<string, Encodable>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData(asked, PRESENT | ATTESTED, credential))],
        ]),
      )
      return {
        id: base64url(id),
        clientDataJSON: base64url(clientData('webauthn.create', asked)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      }
    },
    /** Returns the result of `navigator.credentials.get`. */
    get(asked: Asked) {
      const client = clientData('webauthn.get', asked)
      const data = authData(asked, PRESENT, Buffer.alloc(0))
      return {
        id: base64url(id),
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
      }
    },
  }
}
