// Encrypts the secrets of authenticator apps. The key is stored in the state folder, outside the database.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartFailure, systemCode } from '../../failure.js'
import { writePrivatelyOnce } from '../../state-folder.js'

const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** Separate from the access-token key, which may be rotated at any time (`server rotate-key`). */
const keyFile = (home: string) => join(home, 'keys', 'second-factor.json')

export class SecretKey {
  private constructor(private readonly key: Buffer) {}

  /**
   * Reads the key, or creates it on the first start.
   * @throws StartFailure `state_folder_damaged`
   */
  static async open(home: string): Promise<SecretKey> {
    const path = keyFile(home)
    const text = (await read(path)) ?? (await create(path))
    try {
      const { k } = JSON.parse(text) as { k?: unknown }
      const key = Buffer.from(String(k), 'base64url')
      if (key.length !== KEY_BYTES) throw new TypeError('not 256 bits')
      return new SecretKey(key)
    } catch (cause) {
      const message = `${path} is not a valid key. Restore the right one; otherwise users can only log in with a recovery code or passkey.`
      throw new StartFailure('state_folder_damaged', message, { cause })
    }
  }

  /** @param owner ID required to decrypt the secret */
  seal(secret: Uint8Array, owner: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(owner))
    return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString(
      'base64url',
    )
  }

  /** @returns `undefined` if it was sealed with a different key or for a different owner */
  unseal(sealed: string, owner: string): Buffer | undefined {
    const bytes = Buffer.from(sealed, 'base64url')
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, IV_BYTES))
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
    } catch {
      // The caller reports the lost key. Users with a passkey or a recovery code must not be locked out.
      return undefined
    }
  }
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
    return undefined
  }
}

/** Creates the key. If another server using this folder was faster, its key is used. */
async function create(path: string): Promise<string> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const key = { kty: 'oct', k: randomBytes(KEY_BYTES).toString('base64url') }
  await writePrivatelyOnce(path, JSON.stringify(key))
  return readFile(path, 'utf8')
}
