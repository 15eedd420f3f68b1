import type { AxiosAdapter, AxiosInstance, AxiosResponse } from 'axios'
import { type CallArguments, type Endpoint, pathOf } from '../contract/endpoint.js'
import { problemDocument } from '../contract/problem.js'
import { TENANT_HEADER, type TenantCard } from '../contract/tenant.js'
import { JOURNAL, type Journal } from '../events/journal.js'
import { redacted } from '../events/redact.js'
import { attempted, codeOf } from '../platform/fretwork-error.js'
import { inject, injectable } from '../platform/inject.js'
import { parsedJson } from '../platform/json.js'
import { PLATFORM, type Platform } from '../platform/ports.js'
import { createToken } from '../platform/token.js'
import { TENANT } from '../tenant/tenant-service.js'
import { ApiError, type ApiErrorKind } from './api-error.js'

export type ApiTransport = AxiosAdapter

export interface CallSession {
  readonly bearer: () => string | undefined
  /** Called on 401 with the rejected token. Return true to retry once. */
  readonly onUnauthorized: (token: string | undefined) => Promise<boolean>
  readonly onFactorNeeded?: () => Promise<boolean>
}

/** Calls the Fretwork server with the user's session. */
export const API = createToken<ApiClient>('core.api', { permission: 'server' })
export const TRANSPORT = createToken<ApiTransport | undefined>('core.transport')

export interface CallOptions {
  readonly signal?: AbortSignal
}

interface Input {
  readonly params?: object
  readonly query?: unknown
  readonly body?: unknown
}

@injectable()
export class ApiClient {
  private client: Promise<AxiosInstance> | undefined
  private session: CallSession = { bearer: () => undefined, onUnauthorized: async () => false }

  constructor(
    @inject(PLATFORM) private readonly platform: Pick<Platform, 'baseUrl'>,
    @inject(TENANT) private readonly tenant: { readonly current: Pick<TenantCard, 'key'> },
    @inject(TRANSPORT) private readonly transport?: ApiTransport,
    @inject(JOURNAL) private readonly journal?: Pick<Journal, 'now' | 'add'>,
  ) {}

  attachSession(session: CallSession): void {
    this.session = session
  }

  /**
   * @throws ApiError
   * @throws TypeError if a path parameter is missing
   */
  call<P, Q, B, A>(
    endpoint: Endpoint<P, Q, B, A>,
    ...[input, options]: [...CallArguments<P, Q, B>, options?: CallOptions]
  ): Promise<A> {
    return this.attempt(endpoint, (input ?? {}) as Input, options ?? {}, { renew: true, confirm: true })
  }

  async bytes(address: string): Promise<{ status: number; bytes: Uint8Array }> {
    const { default: axios } = await import('axios')
    try {
      const answer = await axios.get<ArrayBuffer>(address, {
        responseType: 'arraybuffer',
        validateStatus: () => true,
        timeout: 0,
      })
      return { status: answer.status, bytes: new Uint8Array(answer.data) }
    } catch (error) {
      throw failure(error)
    }
  }

  /**
   * Reads an event stream. For comment lines, the name and data are empty.
   * @throws ApiError
   */
  async follow(endpoint: Endpoint, onEvent: (name: string, data: string) => void, signal: AbortSignal) {
    const headers = this.headers(endpoint, this.session.bearer())
    const url = `${this.platform.baseUrl}${pathOf(endpoint)}`
    const status = await followEvents(url, headers, onEvent, signal).catch(error => {
      throw failure(error)
    })
    if (status === 401) await this.session.onUnauthorized(this.session.bearer())
    if (status !== endpoint.status) throw refusal({ status, headers: {}, data: undefined } as AxiosResponse)
  }

  private headers({ tenant, auth }: Pick<Endpoint, 'tenant' | 'auth'>, token: string | undefined) {
    return {
      ...(tenant === 'none' ? {} : { [TENANT_HEADER]: this.tenant.current.key }),
      ...(auth === 'none' || token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    }
  }

  private async attempt<P, Q, B, A>(
    endpoint: Endpoint<P, Q, B, A>,
    input: Input,
    options: CallOptions,
    may: { readonly renew: boolean; readonly confirm: boolean },
  ): Promise<A> {
    const token = endpoint.auth === 'bearer' ? this.session.bearer() : undefined
    const answer = await this.noted(endpoint, input, () => this.send(endpoint, input, token, options))
    if (answer.status === endpoint.status) return checkedAnswer(endpoint, answer.data)
    const refused = answer.status === 401 && endpoint.auth === 'bearer'
    if (refused && may.renew && (await this.session.onUnauthorized(token))) {
      return this.attempt(endpoint, input, options, { ...may, renew: false })
    }
    const error = refusal(answer)
    const needsFactor = error.code === 'second_factor_needed' && may.confirm
    if (needsFactor && (await this.session.onFactorNeeded?.())) {
      return this.attempt(endpoint, input, options, { ...may, confirm: false })
    }
    throw error
  }

  private async noted(endpoint: Endpoint, input: Input, send: () => Promise<AxiosResponse>) {
    const { journal } = this
    if (!journal) return send()
    const at = journal.now()
    let answer: AxiosResponse | undefined
    try {
      answer = await send()
      return answer
    } finally {
      const { status, data } = answer ?? {}
      const ms = journal.now() - at
      const { name } = endpoint
      journal.add({ kind: 'call', at, name, ms, status, ...described(endpoint, input, data) })
    }
  }

  private async send(
    endpoint: Pick<Endpoint, 'method' | 'path' | 'name' | 'tenant' | 'auth' | 'media'>,
    input: Input,
    token: string | undefined,
    { signal }: CallOptions,
  ): Promise<AxiosResponse> {
    const url = pathOf(endpoint, input.params)
    const client = await this.axios()
    try {
      return await client.request({
        method: endpoint.method,
        url,
        params: input.query,
        data: input.body,
        signal,
        ...(endpoint.media && { responseType: 'arraybuffer' as const }),
        headers: this.headers(endpoint, token),
      })
    } catch (error) {
      throw failure(error)
    }
  }

  private async axios(): Promise<AxiosInstance> {
    try {
      this.client ??= this.load()
      return await this.client
    } catch (error) {
      this.client = undefined
      throw failure(error)
    }
  }

  private async load(): Promise<AxiosInstance> {
    const { default: axios } = await import('axios')
    return axios.create({
      baseURL: this.platform.baseUrl,
      withCredentials: true,
      timeout: 0,
      // By default, axios uses the same code for timeouts and aborted requests.
      transitional: { clarifyTimeoutError: true },
      paramsSerializer: { serialize: queryString },
      validateStatus: () => true,
      ...(this.transport ? { adapter: this.transport } : {}),
    })
  }
}

function described(endpoint: Endpoint, input: Input, data: unknown) {
  return attempted(() => callWithoutText(endpoint, input, data)) ?? { request: '«could not be read»' }
}

/** Repeats the key for each array item, without brackets. */
function queryString(query: Readonly<Record<string, unknown>>): string {
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat())
      if (each !== undefined && each !== null) written.append(name, String(each))
  }
  return written.toString()
}

function checkedAnswer<P, Q, B, A>(endpoint: Endpoint<P, Q, B, A>, body: unknown): A {
  if (endpoint.media) return (bytesOf(body) ?? new Uint8Array()) as A
  if (!endpoint.answer) return undefined as A
  const result = endpoint.answer.safeParse(body)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new ApiError(
    'bad_response',
    'answer_invalid',
    `The response to ${endpoint.name} doesn’t match the API contract at "${issue?.path.join('.')}": ${issue?.message}.`,
  )
}

function refusal(answer: AxiosResponse): ApiError {
  const { status } = answer
  const problem = problemDocument.safeParse(readable(answer.data))
  const retryAfter = Number(answer.headers['retry-after'] ?? Number.NaN)
  const details = {
    status,
    problem: problem.success ? problem.data : undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  }
  const kind = status >= 400 && status < 500 ? 'bad_request' : 'bad_response'
  if (!problem.success)
    return new ApiError(kind, kind, `The server responded with status ${status}.`, details)
  return new ApiError(kind, problem.data.code, problem.data.detail ?? problem.data.title, details)
}

function bytesOf(body: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  return body instanceof ArrayBuffer ? new Uint8Array(body) : undefined
}

/** Calls that expect bytes also receive problem documents as bytes. */
function readable(body: unknown): unknown {
  const bytes = bytesOf(body)
  return bytes ? parsedJson(new TextDecoder().decode(bytes)) : body
}

const UNREACHABLE = ['network', 'The server cannot be reached; check the connection and try again.'] as const

const UNANSWERED: Readonly<Record<string, readonly [kind: ApiErrorKind, message: string]>> = {
  ERR_CANCELED: ['cancelled', 'The request was canceled.'],
  ECONNABORTED: ['cancelled', 'The request was canceled.'],
  ETIMEDOUT: ['timeout', 'The server did not respond in time; try again.'],
}

function failure(cause: unknown): ApiError {
  const [kind, message] = UNANSWERED[codeOf(cause)] ?? UNREACHABLE
  return new ApiError(kind, kind, message, { cause })
}

async function followEvents(
  url: string,
  headers: Readonly<Record<string, string>>,
  onEvent: (name: string, data: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const response = await fetch(url, { headers: { ...headers, Accept: 'text/event-stream' }, signal })
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel()
    return response.status
  }
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    rest += decoder.decode(part.value, { stream: true })
    const blocks = rest.split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    for (const block of blocks) onEvent(...eventOf(block))
  }
  return response.status
}

function eventOf(block: string): [name: string, data: string] {
  let name = ''
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? []
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
  }
  return [name, data.join('\n')]
}

export function callWithoutText(
  { params, query, body, answer }: Pick<Endpoint, 'params' | 'query' | 'body' | 'answer'>,
  input: Input,
  data: unknown,
): { readonly request: unknown; readonly answer: unknown } {
  const request = {
    ...(input.params && { params: redacted(input.params, params) }),
    ...(input.query !== undefined && { query: redacted(input.query, query) }),
    ...(input.body !== undefined && { body: redacted(input.body, body) }),
  }
  const refused = problemDocument.safeParse(readable(data))
  if (refused.success) return { request, answer: { code: refused.data.code } }
  return { request, answer: redacted(data, answer) }
}
