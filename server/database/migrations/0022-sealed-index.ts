// No query uses it: tokens of a session are found by refresh_tokens_of_session, used tokens by refresh_tokens_used.
export const sealedIndex = {
  id: '0022-sealed-index',
  kind: 'index',
  sql: 'DROP INDEX CONCURRENTLY IF EXISTS refresh_tokens_sealed',
} as const
