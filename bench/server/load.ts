import autocannon from 'autocannon'

const CLIENTS = 32
const SECONDS = 8

export interface Load {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

export interface Ask {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
}

/** @throws Error if any request failed. Error responses are fast and would distort the result. */
export async function load(url: string, headers: Record<string, string>, ask: () => Ask): Promise<Load> {
  const result = await autocannon({
    url,
    connections: CLIENTS,
    duration: SECONDS,
    requests: [
      {
        setupRequest(request) {
          const { method, path, body } = ask()
          const json = body === undefined ? {} : { 'content-type': 'application/json' }
          return {
            ...request,
            method,
            path,
            headers: { ...headers, ...json },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          }
        },
      },
    ],
  })
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0) throw new Error(`${ask().path}: ${failed} of ${result.requests.total} requests failed.`)
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}
