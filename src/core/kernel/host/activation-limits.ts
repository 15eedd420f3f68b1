/** Time limits of activations. All that are running end with the application. */
import type { Disposable } from '../../platform/disposable.js'
import { FretworkError } from '../../platform/fretwork-error.js'
import type { ClockPort } from '../../platform/ports.js'

/** Long enough for a slow network; code that never arrives must not block other plugins for ever. */
export const LOAD_LIMIT_MS = 30_000

/** For `activate`, which must never wait for the user. */
export const START_LIMIT_MS = 5000

export class ActivationLimits {
  private readonly interrupts = new Set<(reason: FretworkError) => void>()

  constructor(private readonly clock: ClockPort) {}

  /** @throws FretworkError `activation_timeout`, the reason of `interrupt`, or what `work` throws */
  async run<T>(title: string, limitMs: number, work: () => T | Promise<T>): Promise<T> {
    let stop: (reason: FretworkError) => void = () => undefined
    let limit: Disposable | undefined
    const interrupted = new Promise<never>((_, reject) => {
      stop = reject
      limit = this.clock.after(limitMs, () => {
        const reason = `"${title}" did not start within ${limitMs / 1000} seconds.`
        reject(new FretworkError('activation_timeout', reason))
      })
    })
    this.interrupts.add(stop)
    try {
      return await Promise.race([work(), interrupted])
    } finally {
      limit?.dispose()
      this.interrupts.delete(stop)
    }
  }

  interrupt(reason: FretworkError): void {
    for (const stop of [...this.interrupts]) stop(reason)
  }
}
