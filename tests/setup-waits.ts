// Vitest's own waits give up after one second, which a busy machine exceeds: here they wait for two minutes.
import { vi } from 'vitest'

const LIMIT = { timeout: 120_000 }

/** The files of a process share `vi`: its waits are replaced once. */
if (vi.waitFor.name !== 'waitPatiently') {
  for (const name of ['waitFor', 'waitUntil'] as const) {
    const wait = vi[name] as (callback: () => unknown, options: number | object) => Promise<unknown>
    const waitPatiently = (callback: () => unknown, options: number | object = {}) =>
      wait(callback, typeof options === 'number' ? options : { ...LIMIT, ...options })
    Object.assign(vi, { [name]: waitPatiently })
  }
}
