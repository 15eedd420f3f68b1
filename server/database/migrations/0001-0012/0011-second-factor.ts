import { ownedInLoop } from '../owned.js'

// The second factor: authenticator apps, passkeys, recovery codes, and the challenges between password and session.
export const secondFactor = {
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
} as const
