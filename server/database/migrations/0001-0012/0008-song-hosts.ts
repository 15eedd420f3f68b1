// The hosts besides its own from which a tenant's pages may load songs.
export const songHosts = {
  id: '0008-song-hosts',
  sql: `
ALTER TABLE tenants ADD COLUMN song_hosts text[] NOT NULL DEFAULT '{}';
`,
} as const
