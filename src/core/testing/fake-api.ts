import type { ApiTransport } from '../http/api-client.js'

export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

export interface GivenAnswer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export type Answering = (request: SentRequest) => GivenAnswer | Promise<GivenAnswer>

export interface FakeApi {
  readonly transport: ApiTransport
  readonly sent: readonly SentRequest[]
  readonly configs: readonly Parameters<ApiTransport>[0][]
}

export const ok = (body: unknown): GivenAnswer => ({ status: 200, body })

export function problem(status: number, code: string, more: object = {}): GivenAnswer {
  return { status, body: { title: code, status, code, ...more } }
}

/**
 * Creates a fake server for a test kernel, which otherwise has no network.
 * @param answering called with each request; if it throws, the call gets no response
 */
export function fakeApi(answering: Answering): FakeApi {
  const sent: SentRequest[] = []
  const configs: Parameters<ApiTransport>[0][] = []
  const transport: ApiTransport = async config => {
    const { default: axios } = await import('axios')
    configs.push(config)
    const request: SentRequest = {
      method: (config.method ?? 'get').toUpperCase(),
      url: axios.getUri(config),
      headers: { ...config.headers },
      body: typeof config.data === 'string' ? JSON.parse(config.data) : config.data,
    }
    sent.push(request)
    const { status, body, headers = {} } = await answering(request)
    return { status, statusText: '', data: body, headers, config }
  }
  return { transport, sent, configs }
}
