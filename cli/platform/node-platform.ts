import { fetchHttp } from '../../src/core/platform/fetch-http.js'
import { longTimers } from '../../src/core/platform/long-timers.js'
import { memoryLocks } from '../../src/core/platform/memory-platform.js'
import type { ClockPort, CookiePort, LogEntry, Platform, StoragePort } from '../../src/core/platform/ports.js'
import { disposable } from '../../src/core/platform/store.js'
import { storedData } from '../../src/core/platform/stored-data.js'
import { StateFile } from './state-file.js'

export const nodeClock: ClockPort = {
  now: () => performance.now(),
  date: () => new Date(),
  after: longTimers((ms, run) => {
    const timer = setTimeout(run, ms)
    return disposable(() => clearTimeout(timer))
  }),
  every(ms, run) {
    const timer = setInterval(run, ms)
    // Repeating timers must not keep the process running.
    timer.unref()
    return disposable(() => clearInterval(timer))
  },
}

export interface NodePlatformOptions {
  readonly baseUrl?: string
  readonly verbose?: boolean
  readonly storage?: StoragePort
}

export function nodePlatform(options: NodePlatformOptions = {}): Platform {
  const { baseUrl = '', verbose = false } = options
  const state = new StateFile()
  const storage: StoragePort = options.storage ?? {
    get: key => state.get(`storage ${key}`),
    set: (key, value) => state.set(`storage ${key}`, value),
    remove: key => state.remove(`storage ${key}`),
    onChange: () => disposable(() => undefined),
  }
  // Include the server's address, so that two servers never share a session.
  const cookieKey = (name: string) => `session ${baseUrl} ${name}`
  const cookies: CookiePort = {
    get: name => state.get(cookieKey(name)),
    set: (name, value) => state.set(cookieKey(name), value),
    remove: name => state.remove(cookieKey(name)),
  }
  const log = ({ level, source, message }: LogEntry) => {
    if (verbose) process.stderr.write(`${level} [${source}] ${message}\n`)
  }
  return {
    host: 'node',
    storage,
    data: storedData(storage),
    http: fetchHttp((address, init) => fetch(address, init)),
    cookies,
    clock: nodeClock,
    locks: memoryLocks(),
    log,
    page: undefined,
    baseUrl,
    online: () => true,
    onConnected: () => disposable(() => undefined),
    languages: ['en'],
    mac: process.platform === 'darwin',
  }
}
