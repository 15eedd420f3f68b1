import type { Disposable } from './store.js'
import { createToken } from './token.js'

export interface StoragePort {
  get(key: string): string | undefined
  /** Throws if the browser refuses (quota, private mode). */
  set(key: string, value: string): void
  remove(key: string): void
  /** Listens for changes in other tabs. `value` is `undefined` if it was removed. */
  onChange(listener: (key: string, value: string | undefined) => void): Disposable
}

export interface DataPort {
  areas(prefix: string): Promise<readonly string[]>
  load(area: string): Promise<ReadonlyMap<string, string>>
  /**
   * Writes atomically. Rejects if the browser refuses.
   * @param changes values by key; `undefined` removes a value
   */
  save(area: string, changes: ReadonlyMap<string, string | undefined>): Promise<void>
  remove(area: string): Promise<void>
}

export interface CookiePort {
  get(name: string): string | undefined
  set(name: string, value: string, options: { days: number }): void
  remove(name: string): void
}

export interface ClockPort {
  /** Monotonic time, ms. */
  now(): number
  date(): Date
  after(ms: number, run: () => void): Disposable
  every(ms: number, run: () => void): Disposable
}

export interface LockPort {
  run<T>(name: string, task: () => Promise<T>): Promise<T>
}

/** Subset of `File`; `size` is in bytes. */
export interface UserFile {
  readonly name: string
  readonly size: number
  arrayBuffer(): Promise<ArrayBuffer>
}

export type FetchBytes = (
  address: string,
  signal?: AbortSignal,
) => Promise<{
  readonly ok: boolean
  readonly url?: string
  readonly headers?: { get(name: string): string | null }
  arrayBuffer(): Promise<ArrayBuffer>
}>

export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly redirects: boolean
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Sends a request without cookies and does not follow redirects. Rejects if there is no response. */
export type HttpPort = (
  address: string,
  request: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string | Uint8Array
    readonly signal: AbortSignal
  },
) => Promise<HttpAnswer>

export interface PagePort {
  readonly origin: string
  /** Like `fetch`, but sends cookies only to the page's own origin. */
  readonly fetch: FetchBytes
  /** @param endings file extensions such as `.mid`, or media types such as `audio/midi` */
  chooseFiles(endings: readonly string[]): Promise<readonly UserFile[]>
  /** Downloads a file. The file extension determines the media type. */
  saveFile(name: string, content: string | Uint8Array | Blob): void
  copyText(text: string): Promise<void>
}

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error'

export interface LogEntry {
  readonly level: LogLevel
  readonly source: string
  readonly message: string
  readonly details: readonly unknown[]
}

export type LogSink = (entry: LogEntry) => void

export interface Platform {
  readonly host: 'browser' | 'node'
  readonly storage: StoragePort
  readonly data: DataPort
  readonly http: HttpPort
  readonly cookies: CookiePort
  readonly clock: ClockPort
  readonly locks: LockPort
  readonly log: LogSink
  readonly page: PagePort | undefined
  readonly baseUrl: string
  online(): boolean
  onConnected(listener: () => void): Disposable
  readonly languages: readonly string[]
  readonly mac: boolean
}

export const PLATFORM = createToken<Platform>('core.platform')
/** Clock and timers. Tests advance the clock themselves. */
export const CLOCK = createToken<ClockPort>('core.clock')
/** Reports whether the host is offline and when it is back online. */
export const CONNECTION = createToken<Pick<Platform, 'online' | 'onConnected'>>('core.connection')
/**
 * File dialogs and the clipboard: `find(PAGE)?.saveFile('neck.svg', svg)`. Not available on the command line.
 */
export const PAGE = createToken<PagePort>('core.page')
/** Named exclusive locks, across tabs if the host supports it. */
export const LOCKS = createToken<LockPort>('core.locks')
/** Stores strings by key in this browser. Use `SETTINGS` for settings and lists. */
export const STORAGE = createToken<StoragePort>('core.storage', { permission: 'storage' })

export async function inPage<T>(load: () => Promise<T>): Promise<T | undefined> {
  return 'document' in globalThis ? load() : undefined
}

export function hasWorkers(): boolean {
  return 'document' in globalThis && 'Worker' in globalThis
}

/**
 * Adds jitter to a retry delay, so that clients do not all reconnect at once after an outage.
 * @returns 50–100% of `ms`
 */
export function jittered(ms: number): number {
  return ms * (0.5 + Math.random() / 2)
}

export interface Logger {
  trace(message: string, ...details: unknown[]): void
  debug(message: string, ...details: unknown[]): void
  info(message: string, ...details: unknown[]): void
  warn(message: string, ...details: unknown[]): void
  error(message: string, ...details: unknown[]): void
  named(source: string): Logger
}

export const LOG = createToken<Logger>('core.log')

export function createLogger(sink: LogSink, source: string): Logger {
  const write =
    (level: LogLevel) =>
    (message: string, ...details: unknown[]) =>
      sink({ level, source, message, details })
  return {
    trace: write('trace'),
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    named: name => createLogger(sink, name),
  }
}
