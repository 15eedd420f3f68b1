import { EXIT } from '../errors.js'

export function watchEndings() {
  const ending = new AbortController()
  let exit: number = EXIT.ok
  let failure: { readonly error: unknown } | undefined

  const end = (code: number) => {
    if (!ending.signal.aborted) exit = code
    ending.abort()
  }
  const signalled = (code: number) => () => {
    if (ending.signal.aborted && exit !== EXIT.ok) process.exit(code)
    end(code)
  }
  const fail = (error: unknown) => {
    failure ??= { error }
    end(EXIT.unexpected)
  }
  const handlers = [
    ['SIGINT', signalled(EXIT.interrupted)],
    ['SIGTERM', signalled(EXIT.terminated)],
    ['SIGHUP', signalled(EXIT.terminated)],
    ['uncaughtException', fail],
    ['unhandledRejection', fail],
  ] as const
  for (const [name, handler] of handlers) process.on(name, handler)

  return {
    signal: ending.signal,
    get exit() {
      return exit
    },
    end,
    fail,
    rethrow() {
      if (failure) throw failure.error
    },
    dispose() {
      for (const [name, handler] of handlers) process.off(name, handler)
    },
  }
}

export type Endings = ReturnType<typeof watchEndings>

/**
 * Runs `work` until a signal arrives. The signal cancels pending work but lets running work finish.
 * @returns the exit code
 */
export async function untilEnded(work: (endings: Endings) => Promise<number>): Promise<number> {
  const endings = watchEndings()
  try {
    const exit = await work(endings).catch(error => {
      if (endings.signal.aborted) return endings.exit
      throw error
    })
    endings.rethrow()
    return endings.signal.aborted ? endings.exit : exit
  } finally {
    endings.dispose()
  }
}
