import { callWorker, proxy } from '../../../core/platform/worker-call.js'
import type { readOwn } from '../reading/read-song-file.js'
import type { Readings } from '../song-summary.js'
import type { ReadingControl } from '../tokens.js'

export { NoWorker } from '../../../core/platform/worker-call.js'

const start = () =>
  new Worker(new URL('./reading-worker.ts', import.meta.url), { type: 'module', name: 'songs' })

export function readInWorker<W extends keyof Readings>(
  wanted: W,
  bytes: Uint8Array,
  name: string,
  { signal, onProgress = () => undefined, reader }: ReadingControl,
): Promise<Readings[W]> {
  return callWorker(
    start,
    (worker: { readonly readOwn: typeof readOwn }) =>
      worker.readOwn(wanted, bytes, name, proxy(onProgress), reader),
    { signal, idleMs: 5000 },
  )
}
