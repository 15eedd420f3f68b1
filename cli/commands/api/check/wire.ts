import { problemDocument } from '../../../../src/core/contract/problem.js'
import { codeOf, messageOf } from '../../../../src/core/platform/fretwork-error.js'
import { parsedJson } from '../../../../src/core/platform/json.js'
import { refusedByServer } from '../../../errors.js'
import { shellQuoted } from '../../../io/print.js'

export interface Request {
  readonly method: string
  readonly path: string
  readonly tenant?: string
  readonly jwt?: string
  readonly authorization?: string
  readonly cookie?: string
  readonly body?: unknown
  readonly contentType?: string
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly text: string
}

const TIMEOUT_MS = 30_000

const LONGEST_WAIT_S = 65
const MOST_WAITS = 3

export interface Where {
  readonly baseUrl: string
  readonly tenant: string
}

export async function sendPatiently({ baseUrl }: Where, request: Request): Promise<Answer> {
  for (let waits = 0; ; waits += 1) {
    const answer = await sendRequest(baseUrl, request)
    const seconds = Number(answer.headers['retry-after'] ?? Number.NaN)
    if (answer.status !== 429 || !(seconds <= LONGEST_WAIT_S) || waits === MOST_WAITS) return answer
    await new Promise(resolve => setTimeout(resolve, seconds * 1000))
  }
}

/** @throws CliError `network` if there is no response or it is incomplete */
export async function sendRequest(baseUrl: string, request: Request): Promise<Answer> {
  const { method, path, body } = request
  try {
    const answer = await fetch(baseUrl + path, {
      method,
      // The server may close a kept-alive connection just as it is reused.
      headers: { ...headersOf(request), Connection: 'close' },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && { body: textOf(body) }),
    })
    const text = await answer.text()
    const headers = Object.fromEntries(answer.headers)
    return { status: answer.status, headers, text }
  } catch (cause) {
    const why = cause instanceof Error && cause.cause ? codeOf(cause.cause) : messageOf(cause)
    const message = `Cannot reach ${baseUrl} (${why}). Start the server, or choose another server with --base-url.`
    throw refusedByServer('network', message, cause)
  }
}

export function headersOf(request: Request): Record<string, string> {
  const { tenant, jwt, authorization, cookie, body, contentType } = request
  return {
    ...(tenant !== undefined && { 'X-Tenant': tenant }),
    ...(jwt !== undefined && { Authorization: `Bearer ${jwt}` }),
    ...(authorization !== undefined && { Authorization: authorization }),
    ...(cookie !== undefined && { Cookie: cookie }),
    ...((body !== undefined || contentType) && { 'Content-Type': contentType ?? 'application/json' }),
  }
}

/** Returns the first cookie of a response as `name=value`. */
export function cookieIn({ headers }: Answer): string | undefined {
  return /^[^=;]+=[^;]*/.exec(String(headers['set-cookie'] ?? ''))?.[0]
}

export function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** Returns a curl command. The token is omitted, because shells keep a history. */
export function asCurl(baseUrl: string, request: Request): string {
  const headers = Object.entries(headersOf({ ...request, jwt: undefined })).map(
    ([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`,
  )
  return [
    `curl -X ${request.method}`,
    ...headers,
    ...(request.jwt === undefined ? [] : ['-H "Authorization: Bearer $FRETWORK_TOKEN"']),
    ...(request.body === undefined ? [] : [`--data ${shellQuoted(textOf(request.body))}`]),
    shellQuoted(baseUrl + request.path),
  ].join(' ')
}

export function codeIn({ text, status }: Answer): string | undefined {
  if (status < 400) return undefined
  const problem = problemDocument.safeParse(parsedJson(text))
  return problem.success ? problem.data.code : undefined
}
