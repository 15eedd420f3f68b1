/** What the core needs from its host. The browser, the CLI and the tests each bring their own. */
import type { Disposable } from './disposable.js'

/** Text by key that survives a restart; `localStorage` in the browser, a file on the command line. */
export interface StoragePort {
  get(key: string): string | undefined
  /** Throws where the host refuses (quota, private mode): the caller says so to the user. */
  set(key: string, value: string): void
  remove(key: string): void
  /** Changes made elsewhere (another tab); `undefined` when the key was removed. */
  onChange(listener: (key: string, value: string | undefined) => void): Disposable
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

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error'

export interface LogEntry {
  readonly level: LogLevel
  /** Who speaks: a plugin id or a part of the core. */
  readonly source: string
  readonly message: string
  readonly details: readonly unknown[]
}

export type LogSink = (entry: LogEntry) => void

export interface Platform {
  readonly host: 'browser' | 'node'
  readonly storage: StoragePort
  readonly cookies: CookiePort
  readonly clock: ClockPort
  readonly locks: LockPort
  readonly log: LogSink
  /** Where the backend answers; '' for the page's own origin. */
  readonly baseUrl: string
  /** False while the host knows itself to be offline. */
  online(): boolean
  /** Each time that the host is connected again. */
  onConnected(listener: () => void): Disposable
  /** Preferred languages of the user, best first (BCP 47). */
  readonly languages: readonly string[]
  /** Whether the mod key is ⌘ rather than Ctrl. */
  readonly mac: boolean
}
