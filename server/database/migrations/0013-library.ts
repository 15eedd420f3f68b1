import { owned } from './owned.js'

// What users make: records of fields in one order per user, the writes that made them, and files by their hashes.
export const library = {
  id: '0013-library',
  sql: `
-- The place of each user's last write. Its row is locked while they write, so that their writes have one order.
CREATE TABLE libraries (
  tenant text NOT NULL,
  user_id uuid NOT NULL,
  seq bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, user_id),
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);

CREATE TABLE library_records (
  tenant text NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  id text NOT NULL,
  seq bigint NOT NULL,
  -- By name: the value, and place and key of the write that set it.
  fields jsonb NOT NULL,
  -- Characters of the fields.
  size integer NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (tenant, user_id, kind, id),
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX library_records_order ON library_records (tenant, user_id, seq);
CREATE INDEX library_records_removed ON library_records (tenant, removed_at) WHERE removed_at IS NOT NULL;

-- Writes that were kept, by their keys: one that is sent again is not made again.
CREATE TABLE library_writes (
  tenant text NOT NULL,
  user_id uuid NOT NULL,
  key text NOT NULL,
  seq bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant, user_id, key),
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX library_writes_order ON library_writes (tenant, user_id, seq);
CREATE INDEX library_writes_at ON library_writes (tenant, at);

-- Per user: that another one has the same file must not show.
CREATE TABLE library_blobs (
  tenant text NOT NULL,
  user_id uuid NOT NULL,
  hash text NOT NULL,
  size integer NOT NULL CHECK (size BETWEEN 1 AND 16777216),
  received integer NOT NULL,
  bytes bytea NOT NULL,
  touched_at timestamptz NOT NULL,
  PRIMARY KEY (tenant, user_id, hash),
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX library_blobs_touched ON library_blobs (tenant, touched_at);

${owned('libraries', 'library_records', 'library_writes', 'library_blobs')}
`,
} as const
