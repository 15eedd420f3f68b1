import type { HttpPort } from './ports.js'

type FetchAnswer = Pick<Response, 'status' | 'headers' | 'body'> & { readonly type: string }
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

async function* chunksOf(body: Response['body']): AsyncGenerator<Uint8Array> {
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
