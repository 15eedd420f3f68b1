/** The browser as the core's host. */
import { disposable } from '../../core/platform/disposable.js'
import { longTimers } from '../../core/platform/long-timers.js'
import type {
  ClockPort,
  CookiePort,
  LockPort,
  LogEntry,
  Platform,
  StoragePort,
} from '../../core/platform/ports.js'
import { startWorkerWaker, unthrottledTimers } from './unthrottled-timers.js'

const storage: StoragePort = {
  get(key) {
    try {
      return localStorage.getItem(key) ?? undefined
    } catch {
      // A browser that keeps nothing for this site throws at the mere name: then nothing is stored, and
      // `set` throws where there is something to lose.
      return undefined
    }
  },
  set: (key, value) => localStorage.setItem(key, value),
  remove(key) {
    try {
      localStorage.removeItem(key)
    } catch {
      // What could not be stored need not be removed either.
    }
  },
  onChange(listener) {
    const heard = (event: StorageEvent) => {
      if (event.key !== null) listener(event.key, event.newValue ?? undefined)
    }
    window.addEventListener('storage', heard)
    return disposable(() => window.removeEventListener('storage', heard))
  },
}

const cookies: CookiePort = {
  get(name) {
    const start = `${encodeURIComponent(name)}=`
    const found = document.cookie.split('; ').find(cookie => cookie.startsWith(start))
    return found === undefined ? undefined : decodeURIComponent(found.slice(start.length))
  },
  set(name, value, { days }) {
    writeCookie(name, value, days * 24 * 60 * 60)
  },
  remove(name) {
    writeCookie(name, '', 0)
  },
}

function writeCookie(name: string, value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and start-up reads the session without waiting
  document.cookie = `${encodeURIComponent(name)}=${encodeURIComponent(value)}; Max-Age=${maxAge}; Path=/; SameSite=Strict${secure}`
}

const pageTimers: Pick<ClockPort, 'now' | 'after'> = {
  now: () => performance.now(),
  after: longTimers((ms, run) => {
    const timer = setTimeout(run, ms)
    return disposable(() => clearTimeout(timer))
  }),
}

const clock: ClockPort = {
  now: pageTimers.now,
  date: () => new Date(),
  // A song plays on and a note ends in time while somebody reads another tab.
  after: unthrottledTimers({
    clock: pageTimers,
    isHidden: () => document.visibilityState === 'hidden',
    onVisibility: run => document.addEventListener('visibilitychange', run),
    startWaker: startWorkerWaker,
    onThrown: thrown => reportError(thrown),
  }),
  every(ms, run) {
    const timer = setInterval(run, ms)
    return disposable(() => clearInterval(timer))
  },
}

const locks: LockPort = {
  // Where Web Locks are missing (an insecure origin), one tab at a time is the best there is.
  run: async (name, task) =>
    'locks' in navigator ? await navigator.locks.request(name, task) : await task(),
}

function log({ level, source, message, details }: LogEntry): void {
  const write = level === 'trace' ? console.debug : console[level]
  write.call(console, `[${source}] ${message}`, ...details)
}

export function browserPlatform(): Platform {
  return {
    host: 'browser',
    storage,
    cookies,
    clock,
    locks,
    log,
    baseUrl: '',
    online: () => navigator.onLine,
    onConnected(listener) {
      window.addEventListener('online', listener)
      return disposable(() => window.removeEventListener('online', listener))
    },
    languages: navigator.languages,
    mac: /mac|iphone|ipad/i.test(navigator.userAgent),
  }
}
