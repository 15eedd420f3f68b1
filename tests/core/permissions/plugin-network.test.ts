import { describe, expect, it, vi } from 'vitest'
import { NETWORK, SETTINGS } from '../../../src/core/kernel/tokens.js'
import type { Network, NetworkRequest } from '../../../src/core/permissions/network.js'
import { fetchHttp } from '../../../src/core/platform/fetch-http.js'
import { memoryPlatform, settle } from '../../../src/core/platform/memory-platform.js'
import type { HttpAnswer, HttpPort } from '../../../src/core/platform/ports.js'
import { permissionSettings } from '../../../src/core/settings/core-settings.js'
import { createTestKernel } from '../../../src/core/testing/test-kernel.js'
import { makePlugin } from '../kernel/make-plugin.js'

const encode = (text: string) => new TextEncoder().encode(text)

function answering(text: string, more: Partial<HttpAnswer> = {}): HttpAnswer {
  const chunks = (async function* () {
    yield encode(text)
  })()
  return { status: 200, headers: { 'content-type': 'application/json' }, redirects: false, chunks, ...more }
}

async function asking(answer: HttpPort, hosts: readonly string[] = ['api.example.org', '*.chords.example']) {
  const platform = memoryPlatform()
  const asked: Parameters<HttpPort>[] = []
  platform.http = (...request) => {
    asked.push(request)
    return answer(...request)
  }
  let network: Network | undefined
  const plugin = {
    ...makePlugin('chords', {}, () => ({
      activate: ({ get }) => {
        network = get(NETWORK)
      },
    })),
    permissions: { network: { hosts, reason: 'Looks up chords.' } },
  }
  const kernel = await createTestKernel({ platform, plugins: [plugin] })
  await kernel.host.activate('chords')
  const ask = (address: string, request?: NetworkRequest) =>
    network?.fetch(address, request as never) ?? Promise.reject(new Error('The plugin is not active.'))
  const refuse = (...refused: string[]) =>
    kernel
      .get(SETTINGS)
      .store(permissionSettings)
      .change({ refused: { chords: refused } })
  return { kernel, clock: platform.clock, asked, ask, refuse }
}

it('a plugin can access only the hosts listed in its manifest', async () => {
  const { ask, asked } = await asking(async () => answering('{"name":"Cmaj7"}'))
  const request = { method: 'POST', headers: { 'x-key': '1' }, body: 'c e g b', as: 'json' } as const
  expect(await ask('https://api.example.org/chords#top', request)).toEqual({
    ...{ status: 200, ok: true, headers: { 'content-type': 'application/json' } },
    body: { name: 'Cmaj7' },
  })
  expect(asked[0]).toMatchObject([
    'https://api.example.org/chords',
    { method: 'POST', headers: { 'x-key': '1' }, body: 'c e g b' },
  ])
  expect(await ask('https://de.chords.example/')).toMatchObject({ body: '{"name":"Cmaj7"}' })
  expect(await ask('https://api.example.org/', { as: 'bytes' })).toMatchObject({
    body: encode('{"name":"Cmaj7"}'),
  })
  // A response with an error status also resolves.
  const gone = await asking(async () => answering('gone', { status: 404 }))
  expect(await gone.ask('https://api.example.org/')).toMatchObject({ status: 404, ok: false, body: 'gone' })
})

it.each([
  ['network_host_denied', 'https://example.org/'],
  ['network_host_denied', 'https://evil-api.example.org/'],
  ['network_host_denied', 'https://api.example.org.evil.example/'],
  ['network_host_denied', 'https://chords.example/'],
  ['network_host_denied', 'https://evilchords.example/'],
  ['network_host_denied', 'https://127.0.0.1/'],
  ['network_host_denied', 'https://[::1]/'],
  ['network_host_denied', 'https://localhost/'],
  ['network_address', 'http://api.example.org/'],
  ['network_address', 'https://api.example.org:8443/'],
  ['network_address', 'https://user@api.example.org/'],
  ['network_address', 'https://user:word@api.example.org/'],
  ['network_address', 'ws://api.example.org/'],
  ['network_address', '/account/api/v1/plugins/'],
  ['network_address', 'file:///etc/passwd'],
  ['network_address', 'data:text/plain,x'],
])('an invalid request is rejected with %s: %s', async (code, address) => {
  const { ask, asked } = await asking(async () => answering(''))
  await expect(ask(address)).rejects.toMatchObject({ code })
  expect(asked).toEqual([])
})

it('a plugin loses access to a host when the user revokes the permission', async () => {
  const { ask, asked, refuse } = await asking(async () => answering(''))
  refuse('network:api.example.org')
  await expect(ask('https://api.example.org/')).rejects.toMatchObject({ code: 'network_host_denied' })
  expect(asked).toEqual([])
  // The plugin restarts after the user has answered the permission prompt.
  await vi.waitFor(() => ask('https://de.chords.example/'))
})

describe('plugin network requests', () => {
  it.each([
    ['network_redirect', { status: 302, redirects: true }, 'text'],
    ['network_body', {}, 'json'],
  ] as const)('rejects a request with %s', async (code, more, as) => {
    const { ask } = await asking(async () => answering('<html>', more))
    await expect(ask('https://api.example.org/', { as })).rejects.toMatchObject({ code })
  })

  it('a request is aborted as soon as the response exceeds the size limit', async () => {
    let sent = 0
    const endless = (async function* () {
      for (;;) {
        sent += 1
        yield new Uint8Array(1000)
      }
    })()
    const { ask } = await asking(async () => answering('', { chunks: endless }))
    await expect(ask('https://api.example.org/', { maxBytes: 2500 })).rejects.toMatchObject({
      code: 'network_too_large',
    })
    expect(sent).toBe(3)
  })

  const never: HttpPort = (_address, { signal }) =>
    new Promise((_, fail) => signal.addEventListener('abort', () => fail(new Error('aborted'))))

  it.each([
    [undefined, 30_000],
    [500, 500],
    [3_600_000, 60_000],
  ])('a request with timeoutMs %s times out after %s ms', async (timeoutMs, ms) => {
    const { ask, clock, asked } = await asking(never)
    const request = ask('https://api.example.org/', timeoutMs === undefined ? {} : { timeoutMs })
    let code = ''
    request.catch(error => {
      code = error.code
    })
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    await clock.advance(ms - 1)
    expect(code).toBe('')
    await clock.advance(1)
    expect([code, clock.pending]).toEqual(['network_timeout', 0])
  })

  it('a request is aborted by its signal or when its plugin is disabled', async () => {
    const { ask, kernel, asked } = await asking(never)
    const cancelling = new AbortController()
    const cancelled = ask('https://api.example.org/', { signal: cancelling.signal })
    const left = ask('https://api.example.org/')
    const codes = Promise.all([cancelled, left].map(each => each.catch(error => error.code)))
    await settle()
    cancelling.abort()
    await kernel.host.disable('chords')
    expect([await codes, asked.length]).toEqual([['network_cancelled', 'network_cancelled'], 2])
    await expect(ask('https://api.example.org/')).rejects.toMatchObject({ code: 'network_cancelled' })
    expect(asked).toHaveLength(2)
  })

  it('a request that gets no response fails with a hint', async () => {
    const { ask } = await asking(() => Promise.reject(new TypeError('Failed to fetch')))
    const failed = ask('https://api.example.org/')
    await expect(failed).rejects.toMatchObject({ code: 'network_failed' })
    await expect(failed).rejects.toThrow('allows requests from other sites')
  })
})

it('fetch requests omit cookies and referrer and report every type of redirect', async () => {
  const inits: Record<string, unknown>[] = []
  const http = (answer: { status: number; type: string }) =>
    fetchHttp(async (_address, init) => {
      inits.push(init)
      return { ...answer, headers: new Headers({ 'X-Left': '3' }), body: new Response('c e g').body }
    })
  const request = { method: 'GET', headers: {}, signal: new AbortController().signal }
  const plain = await http({ status: 200, type: 'cors' })('https://api.example.org/', request)
  expect(plain).toMatchObject({ status: 200, redirects: false, headers: { 'x-left': '3' } })
  const parts: string[] = []
  for await (const part of plain.chunks) parts.push(new TextDecoder().decode(part))
  expect(parts.join('')).toBe('c e g')
  expect(inits[0]).toMatchObject({ credentials: 'omit', redirect: 'manual', referrerPolicy: 'no-referrer' })
  for (const answer of [
    { status: 307, type: 'default' },
    { status: 0, type: 'opaqueredirect' },
  ])
    expect(await http(answer)('https://api.example.org/', request)).toMatchObject({ redirects: true })
})
