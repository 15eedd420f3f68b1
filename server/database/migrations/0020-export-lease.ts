// One export at a time per account, on any server.
export const exportLease = {
  id: '0020-export-lease',
  sql: 'ALTER TABLE users ADD COLUMN exporting_until timestamptz;',
} as const
