import { inEachTenant } from './owned.js'

// Indexes for feeds, which merge shares of followed people and shares with the reader, each in order.
export const orderOfShares = {
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
} as const
