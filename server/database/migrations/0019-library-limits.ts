import { owned } from './owned.js'

// Bounds what a library costs: chunks of uploads as rows, usage in one row per user, indexes for housekeeping.
export const libraryLimits = {
  id: '0019-library-limits',
  sql: `
-- The chunks of a file after the first one, which is in library_blobs.
CREATE TABLE library_chunks (
  tenant text NOT NULL,
  user_id uuid NOT NULL,
  hash text NOT NULL,
  -- Offset in the file, bytes.
  start integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (tenant, user_id, hash, start),
  FOREIGN KEY (tenant, user_id, hash) REFERENCES library_blobs ON DELETE CASCADE
);
${owned('library_chunks')}

-- Housekeeping looks only at files that were touched; of those that a song names, it sets this to NULL.
ALTER TABLE library_blobs ALTER COLUMN touched_at DROP NOT NULL;
-- The hash that a song names, as a column: row-level security allows no index on a field. Housekeeping fills it.
ALTER TABLE library_records ADD COLUMN file text;
CREATE INDEX library_records_file ON library_records (tenant, user_id, file) WHERE file IS NOT NULL;
CREATE INDEX library_records_unfilled ON library_records (tenant)
  WHERE kind = 'song' AND file IS NULL AND size > 2;
CREATE INDEX library_records_bin ON library_records (tenant, user_id, kind, removed_at DESC, id DESC)
  WHERE removed_at IS NOT NULL;
-- Of removed records, those that still have fields.
DROP INDEX library_records_removed;
CREATE INDEX library_records_removed ON library_records (tenant, removed_at)
  WHERE removed_at IS NOT NULL AND size > 2;

-- The key of the last write, which housekeeping may delete, and what is used: bytes of records and files together.
ALTER TABLE libraries
  ADD COLUMN tip text,
  ADD COLUMN songs integer NOT NULL DEFAULT 0,
  ADD COLUMN records integer NOT NULL DEFAULT 0,
  ADD COLUMN files integer NOT NULL DEFAULT 0,
  ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
DO $$
DECLARE key_of_tenant text;
BEGIN
  FOR key_of_tenant IN SELECT key FROM tenants LOOP
    PERFORM set_config('fretwork.tenant', key_of_tenant, true);
    UPDATE libraries SET tip = library_writes.key FROM library_writes
    WHERE libraries.tenant = key_of_tenant AND library_writes.tenant = key_of_tenant
      AND library_writes.user_id = libraries.user_id AND library_writes.seq = libraries.seq;
    UPDATE libraries SET songs = used.songs, records = used.records, bytes = used.bytes
    FROM (
      SELECT user_id, count(*) FILTER (WHERE kind = 'song' AND removed_at IS NULL) AS songs,
        count(*) AS records, sum(size) AS bytes
      FROM library_records WHERE tenant = key_of_tenant AND (removed_at IS NULL OR size > 2) GROUP BY user_id
    ) AS used
    WHERE libraries.tenant = key_of_tenant AND libraries.user_id = used.user_id;
    UPDATE libraries SET files = used.files, bytes = libraries.bytes + used.bytes
    FROM (
      SELECT user_id, count(*) AS files, sum(size) AS bytes
      FROM library_blobs WHERE tenant = key_of_tenant GROUP BY user_id
    ) AS used
    WHERE libraries.tenant = key_of_tenant AND libraries.user_id = used.user_id;
  END LOOP;
  PERFORM set_config('fretwork.tenant', '', true);
END $$;
`,
} as const
