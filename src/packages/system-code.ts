/** The `code` of a Node or PostgreSQL error (`ENOENT`, `23505`), also if it is the cause of another error. */
export function systemCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return undefined
}
