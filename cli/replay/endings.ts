/** Everything that ends a command early, in one place: signals, a reader or port that is gone, a fault of ours. */
import { EXIT } from '../errors.js'

/** A second signal leaves at once: who presses Ctrl-C twice does not want to wait. */
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
    /** The exit code of what ended it first; 0 while nothing has. */
    get exit() {
      return exit
    },
    /** Ends it with a code; of two, the first counts. */
    end,
    /** Ends it, and `rethrow` throws that. */
    fail,
    /** What went wrong, if anything did. */
    rethrow() {
      if (failure) throw failure.error
    },
    dispose() {
      for (const [name, handler] of handlers) process.off(name, handler)
    },
  }
}

export type Endings = ReturnType<typeof watchEndings>
