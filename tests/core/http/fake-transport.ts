/** A server that answers from a function, at the place where axios would use the network. */
import { AxiosError } from 'axios'
import type { ApiTransport } from '../../../src/core/http/api-client.js'

export interface SentRequest {
  readonly method: string
  /** Path and query, as they would stand in the request line. */
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

export const ok = (body: unknown): GivenAnswer => ({ status: 200, body })

export function problem(status: number, code: string, more: object = {}): GivenAnswer {
  return { status, body: { title: code, status, code, ...more } }
}

/** What axios says when no one is there. */
export const noConnection = () => new AxiosError('connect ECONNREFUSED', 'ECONNREFUSED')

export function fakeTransport(answering: Answering) {
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

/** Lets the event loop turn until `reached`; for what is some promises and a lazy import away. */
export async function until(reached: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000; turn++) {
    if (reached()) return
    await new Promise<void>(resolve => setImmediate(resolve))
  }
  throw new Error('It did not come to that within 1000 turns of the event loop.')
}
