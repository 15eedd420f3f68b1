// Raises Vitest's wait timeout from one second, which a busy machine exceeds, to two minutes.
import { vi } from 'vitest'

const LIMIT = { timeout: 120_000 }

/** Test files in a process share `vi`, so its functions are replaced only once. */
if (vi.waitFor.name !== 'waitPatiently') {
  for (const name of ['waitFor', 'waitUntil'] as const) {
    const wait = vi[name] as (callback: () => unknown, options: number | object) => Promise<unknown>
    const waitPatiently = (callback: () => unknown, options: number | object = {}) =>
      wait(callback, typeof options === 'number' ? options : { ...LIMIT, ...options })
    Object.assign(vi, { [name]: waitPatiently })
  }
}
