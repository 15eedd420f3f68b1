// The keys of access tokens: the one that signs, and those before it, whose tokens are good until they expire.
import { createPublicKey } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type CryptoKey, importJWK, type JWK } from 'jose'
import * as z from 'zod/mini'
import { StartFailure, systemCode } from '../../failure.js'
import { writePrivately } from '../../state-folder.js'
import { ALGORITHM, keyFile, loadSigningKey, newPrivateKey, type SigningKey } from './signing-key.js'

/** Between two looks at the file. Until then a running server goes on signing with the key that it has. */
export const LOOK_MS = 30_000
/** The life of a token signed by a server just before it looked. */
export const GOOD_MS = 45 * 60_000 + 2 * LOOK_MS

/** The public halves only: nobody needs to sign with them any more. */
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

  /** @param now milliseconds since 1970. @throws StartFailure `state_folder_damaged` */
  static async open(home: string, now: () => number): Promise<KeyRing> {
    return new KeyRing(home, now, await readKeys(home))
  }

  /** The key to sign with. */
  async current(): Promise<SigningKey> {
    if (this.now() - this.#lookedAt >= LOOK_MS) await this.#look()
    return this.#current
  }

  /** The key to verify with, `undefined` where no good one has this id. */
  async byId(id: string): Promise<CryptoKey | undefined> {
    const found = await this.#find(id)
    if (found) return found
    // Another server may sign with a key that came after our last look. Strangers' ids must not make us read.
    if (this.now() - this.#lookedAt < LOOK_MS / 10) return undefined
    await this.#look()
    return this.#find(id)
  }

  async #find(id: string): Promise<CryptoKey | undefined> {
    if (id === this.#current.id) return this.#current.publicKey
    const retired = this.#retired.find(key => key.id === id && this.now() - key.retiredAt < GOOD_MS)
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
 * Makes a new key. Tokens of the one before stay good until they expire.
 * @throws StartFailure `state_folder_damaged`
 */
export async function rotateSigningKey(home: string, now: number): Promise<void> {
  const before = await loadSigningKey(home)
  const stillGood = (await readRetired(home)).filter(key => now - key.retiredAt < GOOD_MS)
  const key = createPublicKey({ key: JSON.parse(await readFile(keyFile(home), 'utf8')), format: 'jwk' })
  const retired = [{ id: before.id, retiredAt: now, key: key.export({ format: 'jwk' }) }, ...stillGood]
  // The old one first: cut off in between, it is the current key that is also listed, which hurts nobody.
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
    const message = `${path} is no list of keys of ours; move it away (who has an older token then refreshes once).`
    throw new StartFailure('state_folder_damaged', message, { cause })
  }
}

/** When the signing key was written. */
async function writtenAt(home: string): Promise<number | undefined> {
  return (await stat(keyFile(home)).catch(() => undefined))?.mtimeMs // gone: the look at it will say so
}
