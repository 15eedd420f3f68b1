// From which hosts beside its own the pages of a tenant may load songs.
export const songHosts = {
  id: '0008-song-hosts',
  sql: `
ALTER TABLE tenants ADD COLUMN song_hosts text[] NOT NULL DEFAULT '{}';
`,
} as const
