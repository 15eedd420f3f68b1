/** File list from `scripts/lib/build/service-worker.ts`. */
export interface Shell {
  readonly version: string
  readonly files: readonly string[]
  /** Large files that few users need; cached on first use. */
  readonly later: readonly string[]
}

const SHELL = 'fretwork-shell-'
/** Cache for tenant data, which must survive updates. */
const KEPT = 'fretwork-kept'
const INDEX = '/index.html'
const CARD = '/tenant.json'
export const NETWORK_TIMEOUT_MS = 4000

/** Number of parallel downloads. Browsers open at most six connections per server. */
const AT_ONCE = 3

interface ShellStoreParts {
  readonly caches: CacheStorage
  readonly fetch: (request: Request | string, options?: RequestInit) => Promise<Response>
  readonly wait: (ms: number) => Promise<void>
}

export class ShellStore {
  constructor(
    private readonly shell: Shell,
    private readonly parts: ShellStoreParts,
  ) {}

  /** Caches all files or none. An incomplete shell would open a broken page. */
  async fill(): Promise<void> {
    const cache = await this.cache()
    const keep = async (path: string) => {
      // Files with a hash in their name never change, so they may come from the HTTP cache.
      const answer = await this.parts.fetch(path, {
        cache: path.startsWith('/assets/') ? 'default' : 'reload',
      })
      if (!answer.ok) throw new Error(`${path} returned ${answer.status}`)
      await cache.put(path, answer)
    }
    const waiting = [...this.shell.files]
    const keepOneAfterTheOther = async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await keep(path)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, keepOneAfterTheOther))
    await this.keepEarlier(cache)
    await this.tenant(CARD).catch(() => undefined)
  }

  async clean(): Promise<void> {
    const old = await this.earlier()
    await Promise.all(old.map(name => this.parts.caches.delete(name)))
  }

  async file(request: Request): Promise<Response> {
    const cache = await this.cache()
    const path = new URL(request.url).pathname
    const kept = await cache.match(path)
    if (kept) return kept
    const answer = await this.parts.fetch(request)
    if (answer.ok && this.shell.later.includes(path)) await cache.put(path, answer.clone())
    return answer
  }

  async screen(request: Request, ahead: Promise<Response | undefined>): Promise<Response> {
    const kept = async () => (await this.cache()).match(INDEX)
    const fetched = ahead.then(answer => answer ?? this.parts.fetch(request))
    const late = this.parts.wait(NETWORK_TIMEOUT_MS).then(kept)
    try {
      return (await Promise.race([fetched, late])) ?? (await fetched)
    } catch (error) {
      const page = await kept()
      if (page) return page
      throw error
    }
  }

  async tenant(request: Request | string): Promise<Response> {
    const cache = await this.parts.caches.open(KEPT)
    try {
      const answer = await this.parts.fetch(request)
      if (answer.ok) await cache.put(CARD, answer.clone())
      return answer
    } catch (error) {
      const kept = await cache.match(CARD)
      if (kept) return kept
      throw error
    }
  }

  private async keepEarlier(cache: Cache): Promise<void> {
    for (const name of await this.earlier()) {
      const old = await this.parts.caches.open(name)
      for (const path of this.shell.later) {
        const kept = await old.match(path)
        if (kept) await cache.put(path, kept)
      }
    }
  }

  private async earlier(): Promise<string[]> {
    const names = await this.parts.caches.keys()
    return names.filter(name => name.startsWith(SHELL) && name !== SHELL + this.shell.version)
  }

  private cache(): Promise<Cache> {
    return this.parts.caches.open(SHELL + this.shell.version)
  }
}

type RequestRule = 'screen' | 'shell' | 'tenant' | 'server'

/** Paths that are never served from the cache. The replay page has its own permissions. */
const SERVER_ONLY =
  /^\/(presence|account\/api|external|cms|dev|docs\/api|replay|health|ready|metrics|openapi\.json|sw\.js)(\/|$)/

export function ruleFor(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
  files: ReadonlySet<string>,
): RequestRule {
  const address = new URL(url)
  const { pathname } = address
  if (method !== 'GET' || address.origin !== origin || SERVER_ONLY.test(pathname)) return 'server'
  if (pathname === '/tenant.json') return 'tenant'
  if (files.has(pathname)) return 'shell'
  return mode === 'navigate' ? 'screen' : 'server'
}
