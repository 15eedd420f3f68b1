import type { HttpPort } from './ports.js'

interface FetchAnswer {
  readonly status: number
  readonly type: string
  readonly headers: { forEach(each: (value: string, name: string) => void): void }
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
      cancel(): Promise<void>
    }
  } | null
}

type Fetch = (address: string, init: Record<string, unknown>) => Promise<FetchAnswer>

export function fetchHttp(fetch: Fetch): HttpPort {
  return async (address, request) => {
    const answer = await fetch(address, {
      ...request,
      ...{ credentials: 'omit', redirect: 'manual', referrerPolicy: 'no-referrer', mode: 'cors' },
    })
    const headers: Record<string, string> = {}
    answer.headers.forEach((value, name) => {
      headers[name.toLowerCase()] = value
    })
    const { status, type, body } = answer
    const redirects = type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)
    return { status, headers, redirects, chunks: chunksOf(body) }
  }
}

async function* chunksOf(body: FetchAnswer['body']): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      if (value) yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
