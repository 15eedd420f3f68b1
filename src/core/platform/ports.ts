/** What the core needs from its host. The browser, the CLI and the tests each bring their own. */
import type { Disposable } from './disposable.js'
import { createToken } from './services/token.js'

/** Text by key that survives a restart; `localStorage` in the browser, a file on the command line. */
export interface StoragePort {
  get(key: string): string | undefined
  /** Throws where the host refuses (quota, private mode): the caller says so to the user. */
  set(key: string, value: string): void
  remove(key: string): void
  /** Changes made elsewhere (another tab); `undefined` when the key was removed. */
  onChange(listener: (key: string, value: string | undefined) => void): Disposable
}

/** Much text in areas, each with values by key, that survives a restart: IndexedDB in the browser. */
export interface DataPort {
  /** The areas that hold something and whose names begin so. */
  areas(prefix: string): Promise<readonly string[]>
  load(area: string): Promise<ReadonlyMap<string, string>>
  /** All or nothing. @param changes `undefined` removes a value. Rejects where the host refuses: the caller says so. */
  save(area: string, changes: ReadonlyMap<string, string | undefined>): Promise<void>
  remove(area: string): Promise<void>
}

export interface CookiePort {
  get(name: string): string | undefined
  set(name: string, value: string, options: { days: number }): void
  remove(name: string): void
}

export interface ClockPort {
  /** Milliseconds, monotonic; the origin is the host's. */
  now(): number
  /** The wall clock. */
  date(): Date
  /** However long that is. */
  after(ms: number, run: () => void): Disposable
  every(ms: number, run: () => void): Disposable
}

/** Runs one holder at a time per name, across tabs where the host can. */
export interface LockPort {
  run<T>(name: string, task: () => Promise<T>): Promise<T>
}

/** A file that the user chose or dropped: as much of the browser's `File` as is needed; `size` in bytes. */
export interface UserFile {
  readonly name: string
  readonly size: number
  arrayBuffer(): Promise<ArrayBuffer>
}

/** The part of `fetch` that is needed. */
export type FetchBytes = (
  address: string,
  signal?: AbortSignal,
) => Promise<{
  readonly ok: boolean
  /** Where the answer came from, after redirects. */
  readonly url?: string
  readonly headers?: { get(name: string): string | null }
  arrayBuffer(): Promise<ArrayBuffer>
}>

export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** It leads elsewhere, and was not followed. */
  readonly redirects: boolean
  readonly chunks: AsyncIterable<Uint8Array>
}

/** A request without cookies that follows no redirect. Rejects without an answer. */
export type HttpPort = (
  address: string,
  request: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string | Uint8Array
    readonly signal: AbortSignal
  },
) => Promise<HttpAnswer>

/** The web page that the browser host is: the user's files, the clipboard, the page's own address. */
export interface PagePort {
  /** `https://fretwork.example` */
  readonly origin: string
  /** Asks an address for its bytes. The user's cookies go to the page's own origin only. */
  readonly fetch: FetchBytes
  /**
   * Lets the user choose files; empty when they cancel.
   * @param endings of the files to offer: `.mid`, or media types such as `audio/midi`
   */
  chooseFiles(endings: readonly string[]): Promise<readonly UserFile[]>
  /** Downloads a file; its media type follows from the ending of its name. */
  saveFile(name: string, content: string | Uint8Array): void
  /** Puts a text on the clipboard. Rejects where the browser does not allow that. */
  copyText(text: string): Promise<void>
}

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error'

export interface LogEntry {
  readonly level: LogLevel
  /** The source: a plugin id or a part of the core. */
  readonly source: string
  readonly message: string
  readonly details: readonly unknown[]
}

export type LogSink = (entry: LogEntry) => void

export interface Platform {
  readonly host: 'browser' | 'node'
  readonly storage: StoragePort
  readonly data: DataPort
  /** Requests to other hosts; those to the backend are made by `ApiClient`. */
  readonly http: HttpPort
  readonly cookies: CookiePort
  readonly clock: ClockPort
  readonly locks: LockPort
  readonly log: LogSink
  /** Undefined on the command line. */
  readonly page: PagePort | undefined
  /** Where the backend answers; '' for the page's own origin. */
  readonly baseUrl: string
  /** False while the host is offline. */
  online(): boolean
  /** Called each time the host is back online. */
  onConnected(listener: () => void): Disposable
  /** Preferred languages of the user, best first (BCP 47). */
  readonly languages: readonly string[]
  /** Whether the mod key is ⌘ rather than Ctrl. */
  readonly mac: boolean
}

export const PLATFORM = createToken<Platform>('core.platform')
/**
 * Time and timers; in tests, a clock that the test advances.
 * @since 1.0.0
 * @example scope.add(get(CLOCK).after(500, () => log.info('half a second later')))
 */
export const CLOCK = createToken<ClockPort>('core.clock')
/**
 * Whether the host is offline, and when it is back online.
 * @example if (!get(CONNECTION).online()) log.info('offline')
 */
export const CONNECTION = createToken<Pick<Platform, 'online' | 'onConnected'>>('core.connection')
/**
 * Files to save and choose, the clipboard: `find(PAGE)?.saveFile('neck.svg', svg)`. The command line has none.
 * @example find(PAGE)?.saveFile('neck.svg', '<svg/>')
 */
export const PAGE = createToken<PagePort>('core.page')
/**
 * One holder at a time per name, across tabs where the host can.
 * @example await get(LOCKS).run('drill.export', async () => undefined)
 */
export const LOCKS = createToken<LockPort>('core.locks')
/**
 * Texts that are kept in this browser by key; settings and lists have a place of their own.
 * @since 1.0.0
 * @example get(STORAGE).set('drill.best', '12')
 */
export const STORAGE = createToken<StoragePort>('core.storage', { permission: 'storage' })

/** Loads a module that needs a web page; undefined on the command line. */
export async function inPage<T>(load: () => Promise<T>): Promise<T | undefined> {
  return 'document' in globalThis ? load() : undefined
}

/** Whether work that takes long can be done in a worker: the command line does it in place. */
export function hasWorkers(): boolean {
  return 'document' in globalThis && 'Worker' in globalThis
}
