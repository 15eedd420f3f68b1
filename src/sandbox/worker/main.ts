/** Entry point of the sandbox's worker. */
import type { PluginStart } from '../protocol.js'
import type { Clock } from '../sdk.js'
import { servePlugin } from './serve.js'

export function runPlugin(port: MessagePort): void {
  const load = (entry: string) => import(/* @vite-ignore */ entry)
  const fail = servePlugin({ port, load, clock: workerClock })
  addEventListener('unhandledrejection', ({ reason }) => fail(reason))
}

/** Uses the page's time origin, so that times match event timestamps. */
function workerClock({ timeOrigin }: PluginStart): Clock {
  const ahead = performance.timeOrigin - timeOrigin
  return {
    now: () => performance.now() + ahead,
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    every: (ms, run) => {
      const timer = setInterval(run, ms)
      return () => clearInterval(timer)
    },
  }
}
