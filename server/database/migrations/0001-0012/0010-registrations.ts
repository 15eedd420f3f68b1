import { ownedInLoop } from '../owned.js'

// Registrations that wait for their confirmation, several links side by side, devices of earlier logins, and limits
// that last longer than a minute. A server of the version before works beside it.
export const registrations = {
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
} as const
