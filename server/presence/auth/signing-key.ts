// The key that signs access tokens: made once, kept in the state folder, readable by its owner only.
import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { StartFailure, systemCode } from '../../failure.js'
import { writePrivatelyOnce } from '../../state-folder.js'

/** The one algorithm there is (RFC 8725, 3.1). */
export const ALGORITHM = 'ES256'

export interface SigningKey {
  readonly id: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}

export const keyFile = (home: string) => join(home, 'keys', 'access-token.json')

/** As it is written to the file. */
export async function newPrivateKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  return JSON.stringify(await exportJWK(privateKey))
}

/** @throws StartFailure `state_folder_damaged` where the file is there and is no key. */
export async function loadSigningKey(home: string): Promise<SigningKey> {
  const path = keyFile(home)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    await writePrivatelyOnce(path, await newPrivateKey())
    // Another server on the same folder may have been first; its key then counts.
    text = await readFile(path, 'utf8')
  }
  try {
    return await signingKeyOf(JSON.parse(text) as JWK)
  } catch (cause) {
    const message = `${path} is not a key of ours; move it away (everybody then refreshes once) or put the right one back.`
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
