// Nothing reads by it: a session's own tokens are found by refresh_tokens_of_session, used ones by refresh_tokens_used.
export const sealedIndex = {
  id: '0022-sealed-index',
  kind: 'index',
  sql: 'DROP INDEX CONCURRENTLY IF EXISTS refresh_tokens_sealed',
} as const
