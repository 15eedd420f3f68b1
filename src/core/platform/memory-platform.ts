import type {
  ClockPort,
  CookiePort,
  FetchBytes,
  LockPort,
  LogEntry,
  PagePort,
  Platform,
  StoragePort,
  UserFile,
} from './ports.js'
import { type Disposable, disposable } from './store.js'
import { storedData } from './stored-data.js'

export function memoryStorage(
  initial: Record<string, string> = {},
): StoragePort & { change(key: string, value?: string): void } {
  const entries = new Map(Object.entries(initial))
  const listeners = new Set<(key: string, value: string | undefined) => void>()
  return {
    get: key => entries.get(key),
    set: (key, value) => void entries.set(key, value),
    remove: key => void entries.delete(key),
    onChange(listener) {
      listeners.add(listener)
      return disposable(() => listeners.delete(listener))
    },
    change(key, value) {
      if (value === undefined) entries.delete(key)
      else entries.set(key, value)
      for (const listener of listeners) listener(key, value)
    },
  }
}

export function memoryCookies(initial: Record<string, string> = {}): CookiePort {
  const jar = new Map(Object.entries(initial))
  return {
    get: name => jar.get(name),
    set: (name, value) => void jar.set(name, value),
    remove: name => void jar.delete(name),
  }
}

interface Timer {
  due: number
  order: number
  period?: number
  run: () => void
}

/** Clock that tests advance. Timers due at the same time run in the order they were set. */
export class HandClock implements ClockPort {
  private time = 0
  private order = 0
  private readonly timers = new Set<Timer>()

  constructor(private readonly start: Date = new Date('2026-01-01T12:00:00')) {}

  now(): number {
    return this.time
  }

  date(): Date {
    return new Date(this.start.getTime() + this.time)
  }

  after(ms: number, run: () => void): Disposable {
    return this.add({ due: this.time + Math.max(0, ms), order: this.order++, run })
  }

  every(ms: number, run: () => void): Disposable {
    return this.add({ due: this.time + ms, order: this.order++, period: ms, run })
  }

  get pending(): number {
    return this.timers.size
  }

  async advance(ms: number): Promise<void> {
    const end = this.time + ms
    for (let timer = this.next(end); timer; timer = this.next(end)) {
      this.time = timer.due
      if (timer.period === undefined) this.timers.delete(timer)
      else {
        timer.due += timer.period
        timer.order = this.order++
      }
      timer.run()
      await settle()
    }
    this.time = end
    await settle()
  }

  private next(end: number): Timer | undefined {
    return [...this.timers]
      .filter(timer => timer.due <= end)
      .sort((a, b) => a.due - b.due || a.order - b.order)[0]
  }

  private add(timer: Timer): Disposable {
    this.timers.add(timer)
    return disposable(() => this.timers.delete(timer))
  }
}

export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

export function memoryLocks(): LockPort {
  const queues = new Map<string, Promise<unknown>>()
  return {
    run(name, task) {
      const before = queues.get(name) ?? Promise.resolve()
      const result = before.then(task)
      queues.set(
        name,
        result.catch(() => undefined),
      )
      return result
    },
  }
}

function memoryPage() {
  const page = {
    origin: 'https://fretwork.example',
    saved: [] as { readonly name: string; readonly content: string | Uint8Array | Blob }[],
    copied: [] as string[],
    offered: [] as (readonly string[])[],
    chosen: [] as readonly UserFile[],
    fetch: (async () => ({ ok: false, arrayBuffer: async () => new ArrayBuffer(0) })) as FetchBytes,
    async chooseFiles(endings: readonly string[]) {
      page.offered.push(endings)
      return page.chosen
    },
    saveFile: (name: string, content: string | Uint8Array | Blob) => void page.saved.push({ name, content }),
    copyText: async (text: string): Promise<void> => void page.copied.push(text),
  }
  return page satisfies PagePort
}

export interface MemoryPlatform extends Platform {
  readonly storage: ReturnType<typeof memoryStorage>
  readonly clock: HandClock
  readonly logged: LogEntry[]
  readonly page: ReturnType<typeof memoryPage>
  connected: boolean
  http: Platform['http']
}

export function memoryPlatform(
  options: Partial<Pick<Platform, 'host' | 'baseUrl' | 'languages'>> & {
    stored?: Record<string, string>
    cookies?: Record<string, string>
  } = {},
): MemoryPlatform {
  const logged: LogEntry[] = []
  let connected = true
  const waiting = new Set<() => void>()
  const platform: MemoryPlatform = {
    host: options.host ?? 'browser',
    baseUrl: options.baseUrl ?? '',
    languages: options.languages ?? ['en'],
    storage: memoryStorage(options.stored),
    data: storedData(memoryStorage()),
    http: () => Promise.reject(new Error('This platform has no network; set `http`.')),
    cookies: memoryCookies(options.cookies),
    clock: new HandClock(),
    locks: memoryLocks(),
    page: memoryPage(),
    logged,
    log: entry => void logged.push(entry),
    get connected() {
      return connected
    },
    set connected(now) {
      const again = now && !connected
      connected = now
      if (again) for (const listener of waiting) listener()
    },
    mac: false,
    online: () => connected,
    onConnected(listener) {
      waiting.add(listener)
      return disposable(() => waiting.delete(listener))
    },
  }
  return platform
}
