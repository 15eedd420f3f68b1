// Signing keys for access tokens, stored in the state folder: the current key, and retired keys with valid
// tokens.
import { createPublicKey } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import * as z from 'zod/mini'
import { StartFailure, systemCode } from '../failure.js'
import { openStateFolder, writePrivately, writePrivatelyOnce } from '../state-folder.js'

export const RELOAD_MS = 30_000
/**
 * Retention period for a retired key, ms. Another server may keep signing with it until it notices the
 * rotation.
 */
export const VALID_MS = 45 * 60_000 + 2 * RELOAD_MS

/** Retired keys are stored as public keys, because they only verify. */
const retiredKeys = z.array(
  z.object({ id: z.string(), retiredAt: z.number(), key: z.record(z.string(), z.unknown()) }),
)
type Retired = z.infer<typeof retiredKeys>

export class KeyRing {
  #current: SigningKey
  #retired: Retired
  #seen: number | undefined
  #lookedAt: number

  private constructor(
    private readonly home: string,
    private readonly now: () => number,
    { current, retired, written }: Keys,
  ) {
    this.#current = current
    this.#retired = retired
    this.#seen = written
    this.#lookedAt = now()
  }

  static async open(home: string, now: () => number): Promise<KeyRing> {
    return new KeyRing(home, now, await readKeys(home))
  }

  async current(): Promise<SigningKey> {
    if (this.now() - this.#lookedAt >= RELOAD_MS) await this.#look()
    return this.#current
  }

  async byId(id: string): Promise<CryptoKey | undefined> {
    const found = await this.#find(id)
    if (found) return found
    // Another server may already use a newer key. The check is throttled, so that not every unknown ID
    // triggers a file read.
    if (this.now() - this.#lookedAt < RELOAD_MS / 10) return undefined
    await this.#look()
    return this.#find(id)
  }

  async #find(id: string): Promise<CryptoKey | undefined> {
    if (id === this.#current.id) return this.#current.publicKey
    const retired = this.#retired.find(key => key.id === id && this.now() - key.retiredAt < VALID_MS)
    if (!retired) return undefined
    const key = await importJWK(retired.key as JWK, ALGORITHM)
    return key instanceof Uint8Array ? undefined : key
  }

  async #look(): Promise<void> {
    this.#lookedAt = this.now()
    if ((await writtenAt(this.home)) === this.#seen) return
    const { current, retired, written } = await readKeys(this.home)
    this.#current = current
    this.#retired = retired
    this.#seen = written
  }
}

/**
 * Replaces the signing key. Tokens signed with the previous key stay valid until they expire.
 * @throws StartFailure `state_folder_damaged`
 */
export async function rotateSigningKey(home: string, now: number): Promise<void> {
  const before = await loadSigningKey(home)
  const stillGood = (await readRetired(home)).filter(key => now - key.retiredAt < VALID_MS)
  const key = createPublicKey({ key: JSON.parse(await readFile(keyFile(home), 'utf8')), format: 'jwk' })
  const retired = [{ id: before.id, retiredAt: now, key: key.export({ format: 'jwk' }) }, ...stillGood]
  // Store the retired key first. If the process stops here, the current key is also listed as retired, which
  // is harmless.
  await writePrivately(retiredFile(home), JSON.stringify(retired))
  await writePrivately(keyFile(home), await newPrivateKey())
}

interface Keys {
  readonly current: SigningKey
  readonly retired: Retired
  readonly written: number | undefined
}

async function readKeys(home: string): Promise<Keys> {
  const current = await loadSigningKey(home)
  return { current, retired: await readRetired(home), written: await writtenAt(home) }
}

const retiredFile = (home: string) => join(home, 'keys', 'access-token-retired.json')

async function readRetired(home: string): Promise<Retired> {
  const path = retiredFile(home)
  try {
    return retiredKeys.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return []
    const message = `${path} is not a valid list of signing keys. Move it away; users with older tokens will refresh once.`
    throw new StartFailure('state_folder_damaged', message, { cause })
  }
}

async function writtenAt(home: string): Promise<number | undefined> {
  return (await stat(keyFile(home)).catch(() => undefined))?.mtimeMs // reading the key reports a missing file
}

/** The only accepted algorithm (RFC 8725, 3.1). */
export const ALGORITHM = 'ES256'

export interface SigningKey {
  readonly id: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}

export const keyFile = (home: string) => join(home, 'keys', 'access-token.json')

export async function newPrivateKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  return JSON.stringify(await exportJWK(privateKey))
}

/**
 * Loads or creates the key.
 * @throws StartFailure `state_folder_damaged` if the file doesn't contain a key
 */
export async function loadSigningKey(home: string): Promise<SigningKey> {
  const path = keyFile(home)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw error
    await createKey(path)
    // Another server using this folder may have created the file first. In that case, its key is used.
    text = await readFile(path, 'utf8')
  }
  try {
    return await signingKeyOf(JSON.parse(text) as JWK)
  } catch (cause) {
    const message = `${path} is not a signing key; move it away (everyone then refreshes once) or restore the right one.`
    throw new StartFailure('state_folder_damaged', message, { cause })
  }
}

async function createKey(path: string): Promise<void> {
  try {
    openStateFolder(dirname(path))
    await writePrivatelyOnce(path, await newPrivateKey())
  } catch (cause) {
    const message = `${path} does not exist and cannot be created (${systemCode(cause instanceof StartFailure ? cause.cause : cause)}); give this account write access to the state folder, or put the key there.`
    throw new StartFailure('state_folder_damaged', message, { cause })
  }
}

async function signingKeyOf(jwk: JWK): Promise<SigningKey> {
  const { d: _secret, ...open } = jwk
  const [privateKey, publicKey] = await Promise.all([importJWK(jwk, ALGORITHM), importJWK(open, ALGORITHM)])
  if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array)
    throw new TypeError('a shared secret')
  if (privateKey.type !== 'private') throw new TypeError('no private part')
  return { id: await calculateJwkThumbprint(open), privateKey, publicKey }
}
