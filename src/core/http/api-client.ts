/** Calls by the wire contract: one axios instance, typed entries in, checked answers out. */
import type { AxiosAdapter, AxiosInstance, AxiosResponse } from 'axios'
import { type CallArguments, type Endpoint, pathOf } from '../api/endpoint.js'
import { problemDocument } from '../api/errors.js'
import { TENANT_HEADER } from '../api/tenant.js'
import type { Logger } from '../platform/logger.js'
import { ApiError } from './api-error.js'

/** How requests leave: axios' own way unless a test brings another. */
export type ApiTransport = AxiosAdapter

export interface ApiClientParts {
  readonly baseUrl: string
  readonly tenantKey: () => string
  /** The access token, while logged in. */
  readonly bearer: () => string | undefined
  /** Asked once when a call that needs a log-in is refused (401): true repeats it once. */
  readonly onUnauthorized: (endpoint: Endpoint) => Promise<boolean>
  readonly log: Logger
  readonly transport?: ApiTransport
}

interface Input {
  readonly params?: object
  readonly query?: unknown
  readonly body?: unknown
}

export class ApiClient {
  private client: Promise<AxiosInstance> | undefined

  constructor(private readonly parts: ApiClientParts) {}

  /**
   * @example await api.call(login, { body: { email, password } })
   * @throws ApiError
   */
  call<P, Q, B, A>(endpoint: Endpoint<P, Q, B, A>, ...[input]: CallArguments<P, Q, B>): Promise<A> {
    return this.attempt(endpoint, (input ?? {}) as Input, true)
  }

  /** Fetches bytes from an address of any host, without tenant or token. @throws ApiError */
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

  private async attempt<P, Q, B, A>(
    endpoint: Endpoint<P, Q, B, A>,
    input: Input,
    mayRenew: boolean,
  ): Promise<A> {
    const answer = await this.send(endpoint, input)
    if (answer.status === endpoint.status) return checkedAnswer(endpoint, answer.data)
    if (
      answer.status === 401 &&
      endpoint.auth === 'bearer' &&
      mayRenew &&
      (await this.parts.onUnauthorized(endpoint as Endpoint))
    ) {
      return this.attempt(endpoint, input, false)
    }
    throw refusal(answer)
  }

  private async send(
    endpoint:
      | Endpoint<never, never, never, never>
      | Pick<Endpoint, 'method' | 'path' | 'name' | 'auth' | 'tenant'>,
    input: Input,
  ): Promise<AxiosResponse> {
    const token = endpoint.auth === 'bearer' ? this.parts.bearer() : undefined
    const client = await this.axios()
    try {
      return await client.request({
        method: endpoint.method,
        url: pathOf(endpoint, input.params),
        params: input.query,
        data: input.body,
        headers: {
          ...(endpoint.tenant === 'none' ? {} : { [TENANT_HEADER]: this.parts.tenantKey() }),
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
      })
    } catch (error) {
      throw failure(error)
    }
  }

  /** Loaded with the first call, so that a command line that calls nobody does not pay for it. */
  private axios(): Promise<AxiosInstance> {
    this.client ??= import('axios').then(({ default: axios }) =>
      axios.create({
        baseURL: this.parts.baseUrl,
        withCredentials: true,
        timeout: 0,
        // Repeated keys without brackets (specification, section 7).
        paramsSerializer: { indexes: null },
        validateStatus: () => true,
        ...(this.parts.transport ? { adapter: this.parts.transport } : {}),
      }),
    )
    return this.client
  }
}

function checkedAnswer<P, Q, B, A>(endpoint: Endpoint<P, Q, B, A>, body: unknown): A {
  if (!endpoint.answer) return undefined as A
  const result = endpoint.answer.safeParse(body)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new ApiError(
    'bad_response',
    'answer_invalid',
    `The server's answer to ${endpoint.name} is not what was agreed, at "${issue?.path.join('.')}": ${issue?.message}.`,
  )
}

function refusal(answer: AxiosResponse): ApiError {
  const { status } = answer
  const problem = problemDocument.safeParse(answer.data)
  const retryAfter = Number(answer.headers['retry-after'] ?? Number.NaN)
  const details = {
    status,
    problem: problem.success ? problem.data : undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  }
  const kind = status >= 400 && status < 500 ? 'bad_request' : 'bad_response'
  if (!problem.success) return new ApiError(kind, kind, `The server answered with status ${status}.`, details)
  return new ApiError(kind, problem.data.code, problem.data.detail ?? problem.data.title, details)
}

/** What axios throws when there was no answer at all. */
function failure(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code === 'ERR_CANCELED')
    return new ApiError('cancelled', 'cancelled', 'The call was cancelled.', { cause: error })
  if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') {
    return new ApiError('timeout', 'timeout', 'The server did not answer in time; try again.', {
      cause: error,
    })
  }
  if (code === undefined && error instanceof TypeError) return error
  return new ApiError(
    'network',
    'network',
    'The server cannot be reached; check the connection and try again.',
    {
      cause: error,
    },
  )
}
