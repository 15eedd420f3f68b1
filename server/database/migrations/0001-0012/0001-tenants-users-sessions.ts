import { ownedInLoop } from '../owned.js'

// SQL in a module survives bundling and runs the same from source. A migration that has been released is never edited;
// changes go into the next one.
export const tenantsUsersSessions = {
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
} as const
