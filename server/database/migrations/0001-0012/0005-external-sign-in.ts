import { ownedInLoop } from '../owned.js'

// Settings of external login providers, linked identities, and used nonces.
export const externalSignIn = {
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
} as const
