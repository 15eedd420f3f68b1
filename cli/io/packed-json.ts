import { gunzipSync } from 'node:zlib'
import { messageOf } from '../../src/core/platform/fretwork-error.js'
import { jsonProblemSentence } from '../../src/core/platform/json.js'
import { badInput } from '../errors.js'

const MOST_BYTES = 512 * 1024 * 1024

const GZIP = [0x1f, 0x8b]

export function isGzip(bytes: Uint8Array): boolean {
  return GZIP.every((byte, at) => bytes[at] === byte)
}

export function readPackedJson(bytes: Uint8Array, name: string, code: string): unknown {
  const refuse = (why: string, cause: unknown) =>
    badInput(code, `"${name}" ${why}; choose another file.`, cause)
  let text: string
  try {
    const plain = isGzip(bytes) ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes
    text = new TextDecoder().decode(plain)
  } catch (cause) {
    throw refuse(`cannot be unpacked (${messageOf(cause)})`, cause)
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw refuse(jsonProblemSentence(text), cause)
  }
}
