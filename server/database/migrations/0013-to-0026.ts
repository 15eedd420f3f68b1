import type { Migration } from '../migrate.js'
import { inEachTenant, owned } from './owned.js'

export const MIGRATIONS_TO_26: readonly Migration[] = [
  // Library: each user's records in one sequence, the writes that created them, and files by hash.
  {
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
  },
  // Sharing: shares of library records, share links, reports, groups and homework.
  {
    id: '0014-sharing',
    sql: `
-- A record of the owner's library that others may see, as it is now. It can go while it is shared.
CREATE TABLE shares (
  tenant text NOT NULL,
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('song', 'tuning', 'shape', 'setlist')),
  record_id text NOT NULL,
  audience text NOT NULL CHECK (audience IN ('private', 'people', 'public')),
  shared_at timestamptz NOT NULL,
  -- By an administrator; kept, so that it is not shared again.
  removed_at timestamptz,
  PRIMARY KEY (tenant, id),
  UNIQUE (tenant, owner_id, kind, record_id),
  FOREIGN KEY (tenant, owner_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX shares_order ON shares (tenant, shared_at DESC);

CREATE TABLE share_people (
  tenant text NOT NULL,
  share_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (tenant, share_id, user_id),
  FOREIGN KEY (tenant, share_id) REFERENCES shares ON DELETE CASCADE,
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX share_people_user ON share_people (tenant, user_id);

CREATE TABLE share_links (
  tenant text NOT NULL,
  id uuid NOT NULL,
  share_id uuid NOT NULL,
  token_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  views_left integer CHECK (views_left >= 0),
  PRIMARY KEY (tenant, id),
  UNIQUE (tenant, token_hash),
  FOREIGN KEY (tenant, share_id) REFERENCES shares ON DELETE CASCADE
);
CREATE INDEX share_links_share ON share_links (tenant, share_id);
CREATE INDEX share_links_end ON share_links (tenant, expires_at);

CREATE TABLE share_reports (
  tenant text NOT NULL,
  id uuid NOT NULL,
  share_id uuid NOT NULL,
  -- Empty where a visitor without an account reports what a link leads to.
  reporter_id uuid,
  reason text NOT NULL,
  note text NOT NULL,
  at timestamptz NOT NULL,
  closed_at timestamptz,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, share_id) REFERENCES shares ON DELETE CASCADE,
  FOREIGN KEY (tenant, reporter_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX share_reports_share ON share_reports (tenant, share_id);
CREATE INDEX share_reports_open ON share_reports (tenant, at) WHERE closed_at IS NULL;

CREATE TABLE study_groups (
  tenant text NOT NULL,
  id uuid NOT NULL,
  teacher_id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, teacher_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX study_groups_teacher ON study_groups (tenant, teacher_id);

CREATE TABLE group_members (
  tenant text NOT NULL,
  group_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Who has left is not added again by the teacher.
  left_at timestamptz,
  PRIMARY KEY (tenant, group_id, user_id),
  FOREIGN KEY (tenant, group_id) REFERENCES study_groups ON DELETE CASCADE,
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX group_members_user ON group_members (tenant, user_id);

CREATE TABLE assignments (
  tenant text NOT NULL,
  id uuid NOT NULL,
  teacher_id uuid NOT NULL,
  group_id uuid,
  record_id text NOT NULL,
  title text NOT NULL,
  from_bar integer,
  to_bar integer,
  tempo integer NOT NULL,
  looping boolean NOT NULL,
  note text NOT NULL,
  given_at timestamptz NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, teacher_id) REFERENCES users ON DELETE CASCADE,
  FOREIGN KEY (tenant, group_id) REFERENCES study_groups ON DELETE SET NULL (group_id)
);
CREATE INDEX assignments_teacher ON assignments (tenant, teacher_id, given_at DESC);
CREATE INDEX assignments_group ON assignments (tenant, group_id);

CREATE TABLE assignment_students (
  tenant text NOT NULL,
  assignment_id uuid NOT NULL,
  user_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('given', 'accepted', 'declined', 'left')),
  sends_takes boolean NOT NULL,
  PRIMARY KEY (tenant, assignment_id, user_id),
  FOREIGN KEY (tenant, assignment_id) REFERENCES assignments ON DELETE CASCADE,
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX assignment_students_user ON assignment_students (tenant, user_id);

CREATE TABLE assignment_takes (
  tenant text NOT NULL,
  assignment_id uuid NOT NULL,
  user_id uuid NOT NULL,
  id text NOT NULL,
  at timestamptz NOT NULL,
  result jsonb NOT NULL,
  PRIMARY KEY (tenant, assignment_id, user_id, id),
  FOREIGN KEY (tenant, assignment_id, user_id) REFERENCES assignment_students ON DELETE CASCADE
);

CREATE TABLE assignment_comments (
  tenant text NOT NULL,
  id uuid NOT NULL,
  assignment_id uuid NOT NULL,
  student_id uuid NOT NULL,
  author_id uuid NOT NULL,
  bar integer,
  text text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, assignment_id, student_id) REFERENCES assignment_students ON DELETE CASCADE,
  FOREIGN KEY (tenant, author_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX assignment_comments_of ON assignment_comments (tenant, assignment_id, student_id, at);

${owned('shares', 'share_people', 'share_links', 'share_reports', 'study_groups', 'group_members', 'assignments', 'assignment_students', 'assignment_takes', 'assignment_comments')}
`,
  },
  // Indexes for feeds, which merge shares by followed people with shares addressed to the reader, both in
  // order.
  {
    id: '0015-order-of-shares',
    sql: `
ALTER TABLE share_people ADD COLUMN shared_at timestamptz NOT NULL DEFAULT now();
${inEachTenant(`UPDATE share_people SET shared_at = shares.shared_at
      FROM shares WHERE shares.tenant = share_people.tenant AND shares.id = share_people.share_id;`)}
CREATE INDEX share_people_order ON share_people (tenant, user_id, shared_at DESC, share_id DESC);
DROP INDEX share_people_user;
CREATE INDEX shares_of_owner ON shares (tenant, owner_id, shared_at DESC, id DESC)
  WHERE audience = 'public' AND removed_at IS NULL;
DROP INDEX shares_order;
`,
  },
  // Stores a hash of the registering browser's cookie. Servers of the previous version keep working.
  {
    id: '0016-registration-cookies',
    sql: 'ALTER TABLE registrations ADD COLUMN cookie_hash text;',
  },
  // Homework is an invitation until the student accepts it. Lists read counters and short takes in display
  // order.
  {
    id: '0017-invitations',
    sql: `
ALTER TABLE profiles ADD COLUMN inviters text NOT NULL DEFAULT 'following'
  CHECK (inviters IN ('following', 'teachers', 'nobody'));
-- Ended by its teacher, but kept until administrators have decided about a report.
ALTER TABLE assignments ADD COLUMN ended_at timestamptz;
ALTER TABLE assignment_students
  ADD COLUMN given_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN takes integer NOT NULL DEFAULT 0,
  ADD COLUMN best double precision,
  ADD COLUMN last_take_at timestamptz;
-- For cursors: ids of takes are the devices' own.
ALTER TABLE assignment_takes ADD COLUMN row_id uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE share_reports
  ALTER COLUMN share_id DROP NOT NULL,
  ADD COLUMN assignment_id uuid,
  ADD CONSTRAINT share_reports_about CHECK (num_nonnulls(share_id, assignment_id) = 1),
  ADD FOREIGN KEY (tenant, assignment_id) REFERENCES assignments ON DELETE CASCADE;
${inEachTenant(`UPDATE assignment_students AS student SET given_at = assignments.given_at
      FROM assignments WHERE assignments.tenant = student.tenant AND assignments.id = student.assignment_id;
    UPDATE assignment_students AS student SET takes = made.takes, best = made.best, last_take_at = made.last_at
      FROM (SELECT tenant, assignment_id, user_id, count(*) AS takes, max(at) AS last_at,
          max((result->>'accuracy')::float8) FILTER (WHERE (result->>'complete')::boolean) AS best
        FROM assignment_takes GROUP BY tenant, assignment_id, user_id) AS made
      WHERE made.tenant = student.tenant AND made.assignment_id = student.assignment_id
        AND made.user_id = student.user_id;
    UPDATE assignment_takes SET result = jsonb_set(result, '{byBar}', coalesce(
      (SELECT jsonb_agg(bar ORDER BY share, place) FROM (
        SELECT bar, place, (bar->>'right')::float8 / (bar->>'written')::float8 AS share
        FROM jsonb_array_elements(result->'byBar') WITH ORDINALITY AS each(bar, place)
        WHERE (bar->>'right')::int < (bar->>'written')::int ORDER BY share, place LIMIT 8) AS hardest), '[]'));`)}
CREATE INDEX share_reports_assignment ON share_reports (tenant, assignment_id);
CREATE INDEX assignment_students_order ON assignment_students (tenant, user_id, given_at DESC, assignment_id DESC);
DROP INDEX assignment_students_user;
CREATE INDEX assignments_order ON assignments (tenant, teacher_id, given_at DESC, id DESC);
DROP INDEX assignments_teacher;
CREATE INDEX assignment_takes_order ON assignment_takes (tenant, assignment_id, at DESC, row_id DESC);
CREATE INDEX assignment_comments_order ON assignment_comments (tenant, assignment_id, at DESC, id DESC);
`,
  },
  // Restricts registration in a tenant. People invited by administrators are not affected.
  {
    id: '0018-who-registers',
    sql: `
ALTER TABLE tenants
  ADD COLUMN registration text NOT NULL DEFAULT 'open' CHECK (registration IN ('open', 'closed')),
  ADD COLUMN mail_domains text[] NOT NULL DEFAULT '{}';
`,
  },
  // Limits the size of libraries: upload chunks as rows, usage in one row per user, and indexes for
  // housekeeping.
  {
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
  },
  // Allows one export at a time per account, across all servers.
  {
    id: '0020-export-lease',
    sql: 'ALTER TABLE users ADD COLUMN exporting_until timestamptz;',
  },
  // Stores a tenant's allowed plugins with their packages, so that all servers provide the same plugins.
  {
    id: '0021-plugins',
    sql: `
CREATE TABLE plugins (
  tenant text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  id text NOT NULL,
  -- SHA-256 of plugin.json, which has the hashes of the other files.
  hash text NOT NULL,
  origin text NOT NULL,
  -- Of the npm package, if it came from one.
  package text,
  version text,
  -- Only for plans with this feature.
  feature text,
  runs text NOT NULL DEFAULT 'apart' CHECK (runs IN ('page', 'apart')),
  added_at timestamptz NOT NULL,
  PRIMARY KEY (tenant, id)
);

CREATE TABLE plugin_files (
  tenant text NOT NULL,
  plugin_id text NOT NULL,
  path text NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (tenant, plugin_id, path),
  FOREIGN KEY (tenant, plugin_id) REFERENCES plugins ON DELETE CASCADE
);
-- Packages are compressed already, or small.
ALTER TABLE plugin_files ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Tenants whose plugins.json has been taken over.
CREATE TABLE plugin_imports (
  tenant text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  imported_at timestamptz NOT NULL,
  PRIMARY KEY (tenant)
);

${owned('plugins', 'plugin_files', 'plugin_imports')}
`,
  },
  // Drops an index that queries no longer use: they use refresh_tokens_of_session and refresh_tokens_used.
  {
    id: '0022-sealed-index',
    kind: 'index',
    sql: 'DROP INDEX CONCURRENTLY IF EXISTS refresh_tokens_sealed',
  },
  // Plan for new accounts, and an optional size limit for libraries that replaces the plan's limit.
  {
    id: '0023-tenant-defaults',
    sql: `
ALTER TABLE tenants
  ADD COLUMN plan text NOT NULL DEFAULT 'free' CHECK (plan IN ('free', 'Basic', 'Pro', 'Enterprise')),
  ADD COLUMN quota bigint CHECK (quota > 0);
`,
  },
  // Students join groups with a code. Teachers may assign homework to students who joined or were imported.
  {
    id: '0024-join-codes',
    sql: `
ALTER TABLE study_groups
  ADD COLUMN join_code text,
  ADD COLUMN join_code_ends_at timestamptz,
  ADD UNIQUE (tenant, join_code);
ALTER TABLE group_members ADD COLUMN enrolled boolean NOT NULL DEFAULT false;
`,
  },
  // Homework gets a due date, a track and several songs. Takes include their notes. Unseen updates are
  // emailed only once.
  {
    id: '0025-homework-news',
    sql: `
ALTER TABLE profiles ADD COLUMN homework_mail boolean NOT NULL DEFAULT true;
ALTER TABLE assignments
  ADD COLUMN due date,
  ADD COLUMN track integer,
  ADD COLUMN setlist jsonb NOT NULL DEFAULT '[]';
ALTER TABLE assignment_students
  ADD COLUMN new_for_student boolean NOT NULL DEFAULT false,
  ADD COLUMN new_for_teacher boolean NOT NULL DEFAULT false;
ALTER TABLE assignment_takes ADD COLUMN midi text;
`,
  },
  {
    id: '0026-track-names',
    sql: 'ALTER TABLE assignments ADD COLUMN track_name text;',
  },
]
