import { gunzipSync } from 'node:zlib'
import type * as z from 'zod/mini'
import { messageOf } from '../../src/core/platform/fretwork-error.js'
import { jsonProblemSentence } from '../../src/core/platform/json.js'
import { badInput } from '../errors.js'

const MOST_BYTES = 512 * 1024 * 1024

const GZIP = [0x1f, 0x8b]

export function isGzip(bytes: Uint8Array): boolean {
  return GZIP.every((byte, at) => bytes[at] === byte)
}

/** @param complaint describes the first part of the file that doesn't match the schema */
export function readPackedJson<T>(
  schema: z.ZodMiniType<T>,
  bytes: Uint8Array,
  name: string,
  code: string,
  complaint: (place: string) => string,
): T {
  const refuse = (why: string, cause: unknown) =>
    badInput(code, `"${name}" ${why}; choose another file.`, cause)
  let text: string
  try {
    const plain = isGzip(bytes) ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes
    text = new TextDecoder().decode(plain)
  } catch (cause) {
    throw refuse(`cannot be unpacked (${messageOf(cause)})`, cause)
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw refuse(jsonProblemSentence(text), cause)
  }
  const { success, data, error } = schema.safeParse(json)
  if (success) return data
  throw badInput(code, complaint(error.issues[0]?.path.map(String).join('.') || 'the top level'))
}
