/**
 * Base class of all Fretwork errors, with a stable code for programs and a message for people.
 * @example throw new FretworkError('drill_empty', 'There is nothing to practise; add a note first.')
 */
export class FretworkError extends Error {
  /** Set if the command had nothing to do. The message is shown to the user but not logged as an error. */
  readonly idle: boolean

  constructor(
    readonly code: string,
    message: string,
    options?: { cause?: unknown; idle?: boolean },
  ) {
    super(message, options)
    this.name = 'FretworkError'
    this.idle = options?.idle ?? false
  }
}

/** Accepts any thrown value, even a string. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) return String(thrown.message)
  return String(thrown)
}

export function codeOf(thrown: unknown): string {
  if (typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string') {
    return thrown.code
  }
  return 'unexpected'
}

export function fretworkErrorOf(thrown: unknown): FretworkError {
  if (thrown instanceof FretworkError) return thrown
  return new FretworkError(codeOf(thrown), messageOf(thrown), { cause: thrown })
}

/** Returns `undefined` if `work` throws. */
export function attempted<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
