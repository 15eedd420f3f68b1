import { ownedInLoop } from '../owned.js'

// Links sent by email, the outbox, and where a session was started.
export const mailAndLinks = {
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
} as const
