// A software authenticator: WebAuthn attestations of format `none`, and assertions signed with P-256, as a browser
// returns them.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')

/** User present, user verified. */
const PRESENT = 0x05
/** Credential data follows. */
const ATTESTED = 0x40

interface Asked {
  /** base64url. */
  readonly challenge: string
  readonly origin: string
  /** The host of the origin by default. */
  readonly rpId?: string
  /** The next one by default. */
  readonly counter?: number
}

/** @param counts false for a passkey that is synchronized: its counter is always 0 */
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
    /** What `navigator.credentials.create` returns. */
    create(asked: Asked) {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData(asked, PRESENT | ATTESTED, credential)],
        ]),
      )
      return {
        id: base64url(id),
        clientDataJSON: base64url(clientData('webauthn.create', asked)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      }
    },
    /** What `navigator.credentials.get` returns. */
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

/** CBOR (RFC 8949) of what an authenticator sends: integers, text, bytes and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(pair => pair.map(cbor))])
  }
  throw new TypeError(`No CBOR for ${typeof value}.`)
}

function head(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length])
  if (length < 256) return Buffer.from([(type << 5) | 24, length])
  return Buffer.from([(type << 5) | 25, length >> 8, length & 0xff])
}
