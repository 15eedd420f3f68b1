/** Start-up: named steps, one after the other, before anything is mounted (specification, section 2). */

/** Thrown by a step to end start-up: nothing is mounted and the browser goes to `url`. */
export class BootRedirect extends Error {
  constructor(readonly url: string) {
    super(`Start-up goes on at ${url}`)
    this.name = 'BootRedirect'
  }
}

export interface BootStep {
  readonly name: 'framework' | 'auth' | 'theme'
  run(): void | Promise<void>
}

export type BootOutcome =
  | { kind: 'ready' }
  | { kind: 'redirect'; url: string }
  | { kind: 'broken'; error: unknown }

/** Runs the steps. Only `framework` is vital: any other that fails is logged, and the next one runs. */
export async function boot(
  steps: readonly BootStep[],
  logError: (message: string, error: unknown) => void,
): Promise<BootOutcome> {
  for (const step of steps) {
    try {
      await step.run()
    } catch (error) {
      if (error instanceof BootRedirect) return { kind: 'redirect', url: error.url }
      logError(`Start-up step "${step.name}" failed`, error)
      if (step.name === 'framework') return { kind: 'broken', error }
    }
  }
  return { kind: 'ready' }
}
