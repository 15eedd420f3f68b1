// Queries use refresh_tokens_of_session and refresh_tokens_used instead.
export const sealedIndex = {
  id: '0022-sealed-index',
  kind: 'index',
  sql: 'DROP INDEX CONCURRENTLY IF EXISTS refresh_tokens_sealed',
} as const
