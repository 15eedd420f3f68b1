import type { Migration } from '../migrate.js'
import { owned, ownedInLoop } from './owned.js'

// The SQL is in a module, so that it is bundled and also runs from source. Released migrations are never
// edited; add a new migration instead.
export const MIGRATIONS_TO_12: readonly Migration[] = [
  {
    id: '0001-tenants-users-sessions',
    sql: `
CREATE TABLE tenants (
  key text PRIMARY KEY CHECK (key ~ '^[a-z0-9-]{1,32}$'),
  name text NOT NULL,
  accent text NOT NULL CHECK (accent ~ '^#[0-9a-fA-F]{6}$'),
  languages text[] NOT NULL,
  hosts text[] NOT NULL DEFAULT '{}',
  origins text[] NOT NULL DEFAULT '{}',
  providers jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE users (
  tenant text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL,
  email_folded text NOT NULL,
  name text NOT NULL,
  password_hash text,
  email_verified_at timestamptz,
  roles text[] NOT NULL DEFAULT '{}',
  features text[] NOT NULL DEFAULT '{}',
  demo boolean NOT NULL DEFAULT false,
  suspended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant, id),
  UNIQUE (tenant, email_folded)
);

-- A session is also the family of its refresh tokens.
CREATE TABLE sessions (
  tenant text NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_by text,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX sessions_of_user ON sessions (tenant, user_id);

CREATE TABLE refresh_tokens (
  tenant text NOT NULL,
  hash text NOT NULL,
  session_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  -- The successor, encrypted under a key that only the bearer of this token can derive.
  sealed_successor text,
  PRIMARY KEY (tenant, hash),
  FOREIGN KEY (tenant, session_id) REFERENCES sessions ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_of_session ON refresh_tokens (tenant, session_id);

CREATE TABLE rate_limits (
  tenant text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  bucket text NOT NULL,
  window_began timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (tenant, bucket)
);

-- Everything a tenant owns: seen and written only by transactions that name the tenant, the owner's included.
${ownedInLoop(['users', 'sessions', 'refresh_tokens', 'rate_limits'])}
GRANT SELECT ON tenants TO fretwork_app;
`,
  },
  // Emailed links, the outbox, and the origin of sessions.
  {
    id: '0002-mail-and-links',
    sql: `
-- A link is promised with its cause and gets its secret when the mail is written: until then there is no hash.
CREATE TABLE link_tokens (
  tenant text NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('verify', 'reset', 'change-email')),
  -- The folded address that the link is good for: it is void once the account has another one.
  email_folded text NOT NULL,
  payload jsonb NOT NULL DEFAULT '{}',
  hash text,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant, id),
  -- One link per purpose: the next one takes its place.
  UNIQUE (tenant, user_id, purpose),
  UNIQUE (tenant, hash),
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);

-- Asks (what to do) and mail (what to send), in the order in which they came.
CREATE TABLE mail_outbox (
  tenant text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  content jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Not before then; without it at once.
  due_at timestamptz,
  PRIMARY KEY (tenant, id)
);

ALTER TABLE sessions
  ADD COLUMN device text NOT NULL DEFAULT '',
  ADD COLUMN network text,
  ADD COLUMN place text,
  ADD COLUMN seen_at timestamptz;

${ownedInLoop(['link_tokens', 'mail_outbox'])}
`,
  },
  // Profiles, search words, follows and blocks, and the audit log.
  {
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
  },
  // Customers of the payment provider, their subscriptions and events.
  {
    id: '0004-billing',
    sql: `
-- A customer belongs to one user of one tenant, for good: the constraint spans all tenants.
CREATE TABLE billing_customers (
  tenant text NOT NULL,
  user_id uuid NOT NULL,
  customer_id text NOT NULL UNIQUE,
  provider text NOT NULL CHECK (provider IN ('stripe', 'test')),
  -- Drawn before each reading of the customer's subscriptions: of two readings the later drawn counts.
  readings bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, user_id),
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);

CREATE TABLE subscriptions (
  tenant text NOT NULL,
  id text NOT NULL,
  user_id uuid NOT NULL,
  status text NOT NULL,
  -- Price id to lookup key: a key that has moved to a newer price still names what was bought under the old one.
  prices jsonb NOT NULL,
  -- What the products open, so that a gate reads one row; settled again at each start.
  features text[] NOT NULL,
  renews_at timestamptz,
  ends_at timestamptz,
  -- Opens nothing from then on, whether or not an event says so. NULL: opens nothing at all.
  valid_until timestamptz,
  -- The reading (or, where nothing can be read again, the time of the event) that this row comes from.
  as_of bigint NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, user_id) REFERENCES billing_customers ON DELETE CASCADE
);
CREATE INDEX subscriptions_of_user ON subscriptions (tenant, user_id, valid_until);

CREATE TABLE billing_events (
  tenant text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  id text NOT NULL,
  type text NOT NULL,
  received_at timestamptz NOT NULL,
  -- NULL until its effect is there: what was cut off in between is completed by the next delivery.
  applied_at timestamptz,
  PRIMARY KEY (tenant, id)
);

-- Customers whose account is gone: the provider has yet to be told to charge them no more.
CREATE TABLE billing_farewells (
  tenant text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  customer_id text NOT NULL,
  PRIMARY KEY (tenant, customer_id)
);

CREATE FUNCTION bid_customer_farewell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Where a whole tenant goes, its rows go too, and its owner settles with the provider.
  IF OLD.provider = 'stripe' AND current_setting('fretwork.tenant', true) = OLD.tenant THEN
    INSERT INTO billing_farewells (tenant, customer_id) VALUES (OLD.tenant, OLD.customer_id)
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER farewell AFTER DELETE ON billing_customers
  FOR EACH ROW EXECUTE FUNCTION bid_customer_farewell();

${ownedInLoop(['billing_customers', 'subscriptions', 'billing_events', 'billing_farewells'])}
`,
  },
  // Settings of external login providers, linked identities, and used nonces.
  {
    id: '0005-external-sign-in',
    sql: `
-- The public half (client id, address of the sign-in page) stands in tenants.providers, from where a page has it.
CREATE TABLE external_providers (
  tenant text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('google', 'windows')),
  issuer text NOT NULL,
  client_secret text,
  redirect_uris text[] NOT NULL,
  origins text[] NOT NULL,
  PRIMARY KEY (tenant, provider)
);

-- A subject means nothing without its issuer: two issuers may well use the same one.
CREATE TABLE identities (
  tenant text NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  provider text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant, issuer, subject),
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX identities_of_user ON identities (tenant, user_id);

CREATE TABLE spent_nonces (
  tenant text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  hash text NOT NULL,
  spent_at timestamptz NOT NULL,
  PRIMARY KEY (tenant, hash)
);

${ownedInLoop(['external_providers', 'identities', 'spent_nonces'], '')}
GRANT SELECT, INSERT, UPDATE, DELETE ON identities, spent_nonces TO fretwork_app;
-- Whom a tenant trusts is the operator's to say.
GRANT SELECT ON external_providers TO fretwork_app;
`,
  },
  // Stores all of a user's words in each row, so that searching for several words reads a single index range.
  {
    id: '0006-words-side-by-side',
    sql: `
ALTER TABLE user_words ADD COLUMN words text COLLATE "C" NOT NULL DEFAULT '';

DO $$
DECLARE key_of_tenant text;
BEGIN
  FOR key_of_tenant IN SELECT key FROM tenants LOOP
    PERFORM set_config('fretwork.tenant', key_of_tenant, true);
    UPDATE user_words SET words = own.words FROM (
      SELECT user_id, ' ' || string_agg(word, ' ' ORDER BY word) AS words FROM (
        SELECT user_id, word, row_number() OVER (PARTITION BY user_id ORDER BY word) AS place FROM user_words
      ) AS numbered WHERE place <= 12 GROUP BY user_id
    ) AS own WHERE own.user_id = user_words.user_id;
  END LOOP;
  PERFORM set_config('fretwork.tenant', '', true);
END $$;

-- Twelve words of forty letters are well below what a row of an index may hold.
ALTER TABLE user_words DROP CONSTRAINT user_words_pkey;
ALTER TABLE user_words ADD PRIMARY KEY (tenant, word, user_id) INCLUDE (public, words);
`,
  },
  // Avatars, as encoded by the server.
  {
    id: '0007-avatars',
    sql: `
CREATE TABLE avatars (
  tenant text NOT NULL,
  user_id uuid NOT NULL,
  -- Of the picture's bytes: another picture, another version.
  version text NOT NULL,
  -- A PNG as base64, which an export and a backup carry as it stands.
  picture text NOT NULL CHECK (length(picture) <= 400000),
  PRIMARY KEY (tenant, user_id),
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);

${owned('avatars')}
`,
  },
  // Additional hosts from which a tenant's pages may load songs.
  {
    id: '0008-song-hosts',
    sql: `
ALTER TABLE tenants ADD COLUMN song_hosts text[] NOT NULL DEFAULT '{}';
`,
  },
  // Lets housekeeping find used refresh tokens without a full scan: an open session leaves one every half
  // hour.
  {
    id: '0009-used-tokens',
    sql: `
CREATE INDEX refresh_tokens_sealed ON refresh_tokens (tenant, used_at) WHERE sealed_successor IS NOT NULL;
CREATE INDEX refresh_tokens_used ON refresh_tokens (tenant, used_at) WHERE used_at IS NOT NULL;
`,
  },
  // Unconfirmed registrations, parallel links, known devices, and limits longer than a minute. Servers of the
  // previous version keep working.
  {
    id: '0010-registrations',
    sql: `
-- What was entered, whether or not the address has an account. It becomes an account when a link is confirmed.
CREATE TABLE registrations (
  tenant text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  id uuid NOT NULL,
  email text NOT NULL,
  email_folded text NOT NULL,
  name text NOT NULL,
  language text,
  password_hash text NOT NULL,
  -- Of the link's token, created when the email is sent.
  hash text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant, id),
  UNIQUE (tenant, hash)
);
CREATE INDEX registrations_of_address ON registrations (tenant, email_folded, created_at);
CREATE INDEX registrations_by_end ON registrations (tenant, expires_at);

-- A hash of the cookie of a browser that has logged in to the account.
CREATE TABLE known_devices (
  tenant text NOT NULL,
  user_id uuid NOT NULL,
  hash text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (tenant, hash, user_id),
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX known_devices_of_user ON known_devices (tenant, user_id);

ALTER TABLE rate_limits ADD COLUMN ends_at timestamptz NOT NULL DEFAULT now() + interval '1 minute';
ALTER TABLE rate_limits ALTER COLUMN window_began SET DEFAULT now();

-- A link stays valid when another one is requested.
ALTER TABLE link_tokens DROP CONSTRAINT link_tokens_tenant_user_id_purpose_key;
CREATE INDEX link_tokens_of_user ON link_tokens (tenant, user_id, purpose);

${ownedInLoop(['registrations', 'known_devices'])}

-- Accounts that were never confirmed become registrations: none of them was ever logged in to.
DO $$
DECLARE key_of_tenant text;
BEGIN
  FOR key_of_tenant IN SELECT key FROM tenants LOOP
    PERFORM set_config('fretwork.tenant', key_of_tenant, true);
    INSERT INTO registrations (tenant, id, email, email_folded, name, language, password_hash, created_at, expires_at)
      SELECT u.tenant, u.id, u.email, u.email_folded, u.name, p.language, u.password_hash, now(),
        now() + interval '24 hours'
      FROM users u LEFT JOIN profiles p ON p.tenant = u.tenant AND p.user_id = u.id
      WHERE u.email_verified_at IS NULL AND u.suspended_at IS NULL AND u.password_hash IS NOT NULL;
    DELETE FROM users
      WHERE email_verified_at IS NULL AND suspended_at IS NULL AND password_hash IS NOT NULL;
  END LOOP;
  PERFORM set_config('fretwork.tenant', '', true);
END $$;
`,
  },
  // Second factor: authenticator apps, passkeys, recovery codes, and the challenges between password and
  // session.
  {
    id: '0011-second-factor',
    sql: `
CREATE TABLE totp_secrets (
  tenant text NOT NULL,
  user_id uuid NOT NULL,
  -- Encrypted under a key of the state folder.
  sealed text NOT NULL,
  -- The time step of the last accepted code: no code of that step or an earlier one is accepted again.
  last_step bigint NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant, user_id),
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);

CREATE TABLE passkeys (
  tenant text NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  credential_id text NOT NULL,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (tenant, id),
  UNIQUE (tenant, credential_id),
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX passkeys_of_user ON passkeys (tenant, user_id);

-- Unused ones: a code is deleted when it is used.
CREATE TABLE recovery_codes (
  tenant text NOT NULL,
  user_id uuid NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (tenant, user_id, hash),
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);

CREATE TABLE factor_challenges (
  tenant text NOT NULL,
  hash text NOT NULL,
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  -- Of the request, unless the challenge belongs to a login.
  session_id uuid,
  -- A hash of the password hash: a new password makes the challenge invalid.
  print text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  attempts integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant, hash),
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE,
  FOREIGN KEY (tenant, session_id) REFERENCES sessions ON DELETE CASCADE
);
CREATE INDEX factor_challenges_of_user ON factor_challenges (tenant, user_id);
CREATE INDEX factor_challenges_of_session ON factor_challenges (tenant, session_id);
CREATE INDEX factor_challenges_by_end ON factor_challenges (tenant, expires_at);

-- When the second factor was last shown in this session.
ALTER TABLE sessions ADD COLUMN second_factor_at timestamptz;

${ownedInLoop(['totp_secrets', 'passkeys', 'recovery_codes', 'factor_challenges'])}
`,
  },
  // Finds the tenants that have work to do in one round trip instead of one transaction per tenant.
  {
    id: '0012-work-of-tenants',
    sql: `
-- Both look at one tenant after the other as any transaction of the application does: with its rights, and with the
-- rows that row-level security shows in this tenant.
CREATE FUNCTION outbox_of_tenants(moment timestamptz)
RETURNS TABLE (tenant text, untried int, tried int, due boolean)
LANGUAGE plpgsql SECURITY INVOKER AS $$
DECLARE
  before text := coalesce(current_setting('fretwork.tenant', true), '');
BEGIN
  FOR tenant IN SELECT key FROM tenants ORDER BY created_at, key LOOP
    PERFORM set_config('fretwork.tenant', tenant, true);
    SELECT count(*) FILTER (WHERE attempts = 0), count(*) FILTER (WHERE attempts > 0),
        bool_or(due_at IS NULL OR due_at <= moment)
      INTO untried, tried, due
      FROM mail_outbox WHERE mail_outbox.tenant = outbox_of_tenants.tenant;
    IF untried + tried > 0 THEN RETURN NEXT; END IF;
  END LOOP;
  PERFORM set_config('fretwork.tenant', before, true);
END $$;

-- The tenants for which any of the questions has a row. In a question, $1 is the tenant.
CREATE FUNCTION tenants_where(questions text[])
RETURNS TABLE (tenant text)
LANGUAGE plpgsql SECURITY INVOKER AS $$
DECLARE
  before text := coalesce(current_setting('fretwork.tenant', true), '');
  question text;
  hit boolean;
BEGIN
  FOR tenant IN SELECT key FROM tenants ORDER BY created_at, key LOOP
    PERFORM set_config('fretwork.tenant', tenant, true);
    FOREACH question IN ARRAY questions LOOP
      EXECUTE 'SELECT EXISTS (' || question || ')' INTO hit USING tenant;
      IF hit THEN
        RETURN NEXT;
        EXIT;
      END IF;
    END LOOP;
  END LOOP;
  PERFORM set_config('fretwork.tenant', before, true);
END $$;
`,
  },
]
