import { ownedInLoop } from '../owned.js'

// Profiles, the words of the search, follows and blocks, and the audit log.
export const peopleAndAudit = {
  id: '0003-people-and-audit',
  sql: `
CREATE TABLE profiles (
  tenant text NOT NULL,
  user_id uuid NOT NULL,
  handle text NOT NULL CHECK (handle ~ '^[a-z0-9_]{3,30}$'),
  bio text NOT NULL DEFAULT '',
  instruments text[] NOT NULL DEFAULT '{}',
  favourite_tuning_id integer,
  public boolean NOT NULL DEFAULT false,
  language text,
  PRIMARY KEY (tenant, user_id),
  UNIQUE (tenant, handle),
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);

-- One row per folded word of a name or handle. Under forced row-level security an index serves ranges of bytes,
-- not LIKE; the flag stands beside the word so that a search never leaves the index.
CREATE TABLE user_words (
  tenant text NOT NULL,
  word text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  public boolean NOT NULL,
  PRIMARY KEY (tenant, word, user_id) INCLUDE (public),
  FOREIGN KEY (tenant, user_id) REFERENCES profiles ON DELETE CASCADE
);
CREATE INDEX user_words_of_user ON user_words (tenant, user_id, word);

CREATE TABLE links (
  tenant text NOT NULL,
  from_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('follow', 'block')),
  to_id uuid NOT NULL CHECK (to_id <> from_id),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant, from_id, kind, to_id),
  FOREIGN KEY (tenant, from_id) REFERENCES users ON DELETE CASCADE,
  FOREIGN KEY (tenant, to_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX links_to_user ON links (tenant, to_id, kind, from_id);

-- No reference to users: an entry outlives whom it is about.
CREATE TABLE audit_log (
  tenant text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  actor uuid,
  action text NOT NULL,
  subject text,
  details jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (tenant, id)
);
CREATE INDEX audit_log_of_subject ON audit_log (tenant, subject, id);

CREATE INDEX users_suspended ON users (tenant, id) WHERE suspended_at IS NOT NULL;
CREATE INDEX users_by_address ON users (tenant, email_folded COLLATE "C");
CREATE INDEX users_by_age ON users (tenant, created_at, id);

${ownedInLoop(['profiles', 'user_words', 'links', 'audit_log'], '')}
GRANT SELECT, INSERT, UPDATE, DELETE ON profiles, user_words, links TO fretwork_app;
-- The application can add to the log, never change or shorten it.
GRANT SELECT, INSERT ON audit_log TO fretwork_app;

-- Who is here already gets a private profile, found by an Admin under the handle until it is saved.
DO $$
DECLARE key_of_tenant text;
BEGIN
  FOR key_of_tenant IN SELECT key FROM tenants LOOP
    PERFORM set_config('fretwork.tenant', key_of_tenant, true);
    INSERT INTO profiles (tenant, user_id, handle)
      SELECT tenant, id, 'player_' || left(replace(id::text, '-', ''), 20) FROM users;
    INSERT INTO user_words (tenant, word, user_id, public)
      SELECT DISTINCT tenant, word, id, false
      FROM users, regexp_split_to_table(lower(name), '[^[:alnum:]]+') AS word WHERE word <> '';
  END LOOP;
  PERFORM set_config('fretwork.tenant', '', true);
END $$;
`,
} as const
