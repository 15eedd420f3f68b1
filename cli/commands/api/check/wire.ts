/** One request and its raw answer: nothing is added or hidden. */
import { codeOf, messageOf } from '../../../../src/core/platform/fretwork-error.js'
import { CliError, EXIT } from '../../../errors.js'

export interface Request {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly tenant?: string
  readonly jwt?: string
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown
  /** `application/json` unless given. */
  readonly contentType?: string
}

export interface Answer {
  readonly status: number
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly text: string
}

/** A server that answers later than that hangs. */
const TIMEOUT_MS = 30_000

/** @throws CliError `network` where no answer came */
export async function sendRequest(baseUrl: string, request: Request): Promise<Answer> {
  const { method, path, body } = request
  try {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: headersOf(request),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && { body: textOf(body) }),
    })
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
  } catch (cause) {
    const why = cause instanceof Error && cause.cause ? codeOf(cause.cause) : messageOf(cause)
    throw new CliError(
      'network',
      `${baseUrl} cannot be reached (${why}); start the server there, or name another one with --base-url.`,
      EXIT.network,
      { cause },
    )
  }
}

export function headersOf({ tenant, jwt, body, contentType }: Request): Record<string, string> {
  return {
    ...(tenant !== undefined && { 'X-Tenant': tenant }),
    ...(jwt !== undefined && { Authorization: `Bearer ${jwt}` }),
    ...((body !== undefined || contentType) && { 'Content-Type': contentType ?? 'application/json' }),
  }
}

export function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** The same request for a shell. The token stays out of it: a shell keeps a history. */
export function asCurl(baseUrl: string, request: Request): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const headers = Object.entries(headersOf({ ...request, jwt: undefined })).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
  )
  return [
    `curl -X ${request.method}`,
    ...headers,
    ...(request.jwt === undefined ? [] : ['-H "Authorization: Bearer $FRETWORK_TOKEN"']),
    ...(request.body === undefined ? [] : [`--data ${quoted(textOf(request.body))}`]),
    quoted(baseUrl + request.path),
  ].join(' ')
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No schema of an answer accepts it.
    return undefined
  }
}
