import { expect, it } from 'vitest'
import { ShellStore } from '../../../src/app/offline/shell-store.js'
import { later } from '../../support/later.js'

const HERE = 'https://fretwork.test'
const FILES = ['/index.html', '/assets/main-1a2b.js']

function memoryCaches() {
  const stores = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      match: async (path: string) => store.get(path)?.clone(),
      put: async (path: string, answer: Response) => void store.set(path, answer),
    }
  }
  const caches = {
    open,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  }
  return { caches: caches as unknown as CacheStorage, stores }
}

/** @param server responses by path; other paths fail as if offline */
function storeWith(server: Record<string, string | Response>, version = 'v1', before = memoryCaches()) {
  const asked: string[] = []
  const { promise: time, answer: passed } = later()
  const store = new ShellStore(
    { version, files: FILES, later: ['/assets/scores-9f.js'] },
    {
      caches: before.caches,
      fetch: async (request, options) => {
        const path = typeof request === 'string' ? request : new URL(request.url).pathname
        asked.push(options?.cache ? `${path} ${options.cache}` : path)
        const answer = server[path]
        if (answer === undefined) throw new TypeError('Failed to fetch')
        return typeof answer === 'string' ? new Response(answer) : answer.clone()
      },
      wait: () => time,
    },
  )
  return { store, asked, server, passed, ...before }
}

const request = (path: string) => new Request(`${HERE}${path}`)
const nothing = Promise.resolve(undefined)
const text = async (answer: Promise<Response>) => (await answer).text()
const BUILD = { '/index.html': 'the page', '/assets/main-1a2b.js': 'the code' }

it('the app shell contains every build file, and files without a hash bypass the HTTP cache', async () => {
  const { store, asked } = storeWith({ ...BUILD })
  await store.fill()
  expect(asked.sort()).toEqual(['/assets/main-1a2b.js default', '/index.html reload', '/tenant.json'])
  expect(await text(store.file(request('/assets/main-1a2b.js')))).toBe('the code')
})

it('the app shell is not stored if a file cannot be fetched', async () => {
  const missing = new Response('', { status: 404 })
  const { store } = storeWith({ ...BUILD, '/assets/main-1a2b.js': missing })
  await expect(store.fill()).rejects.toThrow('/assets/main-1a2b.js returned 404')
})

it('cache cleanup removes only earlier builds', async () => {
  const before = memoryCaches()
  await before.caches.open('fretwork-shell-v0')
  await before.caches.open('fretwork-kept')
  await before.caches.open('other-site')
  const { store } = storeWith({ ...BUILD }, 'v1', before)
  await store.fill()
  await store.clean()
  expect([...before.stores.keys()].sort()).toEqual(['fretwork-kept', 'fretwork-shell-v1', 'other-site'])
})

it('screens are loaded from the network if available', async () => {
  const { store, server } = storeWith({ ...BUILD })
  await store.fill()
  server['/fretboard'] = 'a newer page'
  expect(await text(store.screen(request('/fretboard'), nothing))).toBe('a newer page')
})

it('a screen uses the navigation preload response without a second request', async () => {
  const { store, asked } = storeWith({})
  const ahead = Promise.resolve(new Response('asked for ahead'))
  expect([await text(store.screen(request('/fretboard'), ahead)), asked]).toEqual(['asked for ahead', []])
})

it('offline, a screen is replaced by the cached page, even if the navigation preload failed', async () => {
  const { store } = storeWith({ ...BUILD })
  await store.fill()
  expect(await text(store.screen(request('/fretboard'), nothing))).toBe('the page')
  const inVain = Promise.reject(new TypeError('Failed to fetch'))
  expect(await text(store.screen(request('/fretboard'), inVain))).toBe('the page')
})

it('a screen is replaced by the cached page if the network does not respond', async () => {
  const { store, passed } = storeWith({ ...BUILD })
  await store.fill()
  const shown = text(store.screen(request('/fretboard'), new Promise(() => undefined)))
  passed()
  expect(await shown).toBe('the page')
})

it('the tenant card is current when online and cached when offline', async () => {
  const { store, server } = storeWith({ '/tenant.json': 'one' })
  expect(await text(store.tenant(request('/tenant.json')))).toBe('one')
  server['/tenant.json'] = 'two'
  expect(await text(store.tenant(request('/tenant.json')))).toBe('two')
  delete server['/tenant.json']
  expect(await text(store.tenant(request('/tenant.json')))).toBe('two')
})

it('a rejected tenant card response is not cached', async () => {
  const { store, server } = storeWith({ '/tenant.json': 'one' })
  await store.tenant(request('/tenant.json'))
  server['/tenant.json'] = new Response('no', { status: 503 })
  expect((await store.tenant(request('/tenant.json'))).status).toBe(503)
  delete server['/tenant.json']
  expect(await text(store.tenant(request('/tenant.json')))).toBe('one')
})

it('a file loaded on demand stays cached for all builds that include it', async () => {
  const { store, asked, server, ...before } = storeWith({ ...BUILD, '/assets/scores-9f.js': 'scores' })
  await store.fill()
  expect(asked.some(path => path.startsWith('/assets/scores'))).toBe(false)
  expect(await text(store.file(request('/assets/scores-9f.js')))).toBe('scores')
  delete server['/assets/scores-9f.js']
  expect(await text(store.file(request('/assets/scores-9f.js')))).toBe('scores')
  const next = storeWith({ ...BUILD }, 'v2', before)
  await next.store.fill()
  await next.store.clean()
  expect(await text(next.store.file(request('/assets/scores-9f.js')))).toBe('scores')
})
