import { fetchHttp } from '../../core/platform/fetch-http.js'
import { attempted } from '../../core/platform/fretwork-error.js'
import { longTimers } from '../../core/platform/long-timers.js'
import type {
  ClockPort,
  CookiePort,
  LockPort,
  LogEntry,
  PagePort,
  Platform,
  StoragePort,
} from '../../core/platform/ports.js'
import { disposable } from '../../core/platform/store.js'
import { idbData } from './idb-data.js'
import { startWorkerWaker, unthrottledTimers } from './unthrottled-timers.js'

const storage: StoragePort = {
  // Blocked storage throws on access. Only `set` rethrows, because data would be lost.
  get: key => attempted(() => localStorage.getItem(key)) ?? undefined,
  set: (key, value) => localStorage.setItem(key, value),
  remove: key => attempted(() => localStorage.removeItem(key)),
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
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, but the session is read synchronously at startup
  document.cookie = `${encodeURIComponent(name)}=${encodeURIComponent(value)}; Max-Age=${maxAge}; Path=/; SameSite=Strict${secure}`
  // Browsers may write cookies asynchronously. Reading the cookie forces the write.
  void document.cookie
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
  // Music must stay in time while another tab is in the foreground.
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
  // Web Locks are not available on insecure origins.
  run: async (name, task) =>
    'locks' in navigator ? await navigator.locks.request(name, task) : await task(),
}

function log({ level, source, message, details }: LogEntry): void {
  const write = level === 'trace' ? console.debug : console[level]
  write.call(console, `[${source}] ${message}`, ...details)
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html;charset=utf-8',
  json: 'application/json',
  mid: 'audio/midi',
  ndjson: 'application/x-ndjson',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain;charset=utf-8',
}

const page: PagePort = {
  origin: location.origin,
  fetch: (address, signal) => fetch(address, { signal: signal ?? null, credentials: 'same-origin' }),
  chooseFiles: endings =>
    new Promise(resolve => {
      const input = document.createElement('input')
      input.type = 'file'
      input.multiple = true
      input.accept = endings.join(',')
      input.hidden = true
      const end = () => {
        input.remove()
        resolve([...(input.files ?? [])])
      }
      input.addEventListener('change', end)
      // In browsers without this event, the hidden element is not removed.
      input.addEventListener('cancel', end)
      document.body.append(input)
      input.click()
    }),
  saveFile(name, content) {
    const type = MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
    const link = document.createElement('a')
    // The type allows shared memory, which never occurs here.
    link.href = URL.createObjectURL(new Blob([content as BlobPart], { type }))
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 1000)
  },
  copyText: text => navigator.clipboard.writeText(text),
}

export function browserPlatform(): Platform {
  return {
    host: 'browser',
    storage,
    data: idbData('fretwork-plugins'),
    http: fetchHttp((url, init) => fetch(url, init)),
    cookies,
    clock,
    locks,
    log,
    page,
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
