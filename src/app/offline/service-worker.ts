/** Served as /sw.js. Must not import anything at run time. */
import { ruleFor, type Shell, ShellStore } from './shell-store.js'

/** TypeScript's worker types conflict with its DOM types. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface RequestEvent extends WorkerEvent {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  readonly location: Location
  readonly caches: CacheStorage
  readonly clients: { claim(): Promise<void> }
  readonly registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

/** Inserted by scripts/lib/build/service-worker.ts. */
declare const FRETWORK_SHELL: Shell

const worker = self as unknown as WorkerScope
const shell = FRETWORK_SHELL
const files = new Set([...shell.files, ...shell.later])
const store = new ShellStore(shell, {
  caches: worker.caches,
  fetch: (request, options) => fetch(request, options),
  wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
})

worker.addEventListener('install', event => event.waitUntil(store.fill()))

worker.addEventListener('activate', event => {
  const begin = async () => {
    await store.clean()
    // Start page requests without waiting for the worker to boot.
    await worker.registration.navigationPreload?.enable()
    await worker.clients.claim()
  }
  event.waitUntil(begin())
})

// A new version is activated only on request: a reload would interrupt playing.
worker.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void worker.skipWaiting()
})

worker.addEventListener('fetch', event => {
  const { request, preloadResponse } = event
  const rule = ruleFor(request, worker.location.origin, files)
  if (rule === 'shell') event.respondWith(store.file(request))
  if (rule === 'tenant') event.respondWith(store.tenant(request))
  if (rule === 'screen') event.respondWith(store.screen(request, preloadResponse))
})
