/** What a browser has recorded (HAR 1.2): its calls of the API. */
import * as z from 'zod/mini'
import { CliError, EXIT } from '../../../../errors.js'
import { readInput } from '../../../../io/files.js'
import { plain } from '../../../../io/print.js'
import { parsed } from '../http/wire.js'

const named = z.object({ name: z.string(), value: z.string() })
const entry = z.object({
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.array(named),
    postData: z.optional(z.object({ mimeType: z.optional(z.string()), text: z.optional(z.string()) })),
  }),
  response: z.object({
    /** 0 where there was no answer. */
    status: z.number(),
    content: z.optional(z.object({ text: z.optional(z.string()), encoding: z.optional(z.string()) })),
  }),
})
type Entry = z.infer<typeof entry>

/** Where the API is; everything else on the server is pages and files. */
const API_PATH = /^\/(presence|account)\/api\/|^\/tenant\.json$/

export interface RecordedCall {
  /** From 1, among all requests of the recording. */
  readonly place: number
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly hasToken: boolean
  readonly body?: string
  readonly status: number
  /** The answer’s JSON, where it was recorded. */
  readonly answer?: unknown
}

/** @throws CliError `har_invalid`, `har_empty`, and as `readInput` does */
export async function readHar(path: string): Promise<readonly RecordedCall[]> {
  const json = parsed(new TextDecoder().decode(await readInput(path)))
  if (json === undefined) throw invalid(path, 'it is not JSON')
  const file = z
    .object({ log: z.object({ version: z.string(), entries: z.array(z.unknown()) }) })
    .safeParse(json)
  if (!file.success) throw invalid(path, 'it has no "log" with a "version" and "entries"')
  const { version, entries } = file.data.log
  if (!/^1\.[12]$/.test(version)) throw invalid(path, `it has version ${plain(version)}, and 1.2 is read`)
  const calls = entries.flatMap((each, index) => callOf(path, each, index + 1) ?? [])
  if (calls.length > 0) return calls
  const message = `The recording "${plain(path)}" has no calls of the API among its ${entries.length} requests; record a page that is logged in to Fretwork.`
  throw new CliError('har_empty', message, EXIT.badInput)
}

function callOf(path: string, json: unknown, place: number): RecordedCall | undefined {
  const read = entry.safeParse(json)
  if (!read.success) {
    const where = read.error.issues[0]?.path.join('.') ?? ''
    throw invalid(path, `"${where}" of request ${place} is missing or has another type`)
  }
  const { request, response } = read.data
  if (!URL.canParse(request.url)) throw invalid(path, `the address of request ${place} is not one`)
  const { pathname, search } = new URL(request.url)
  if (!API_PATH.test(pathname)) return undefined
  const answer = answerOf(response)
  const body = request.postData?.text
  return {
    ...{ place, method: request.method, path: pathname + search, status: response.status },
    hasToken: request.headers.some(({ name }) => name.toLowerCase() === 'authorization'),
    ...(body !== undefined && body !== '' && { body }),
    ...(answer !== undefined && { answer }),
  }
}

function answerOf({ content }: Entry['response']): unknown {
  const text = content?.text
  if (text === undefined) return undefined
  return parsed(content?.encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text)
}

function invalid(path: string, why: string): CliError {
  return new CliError(
    'har_invalid',
    `"${plain(path)}" is not a HAR recording: ${why}; save one from the network panel of the browser (HAR 1.2).`,
    EXIT.badInput,
  )
}
