// What a new account gets, and the bytes of each library instead of the plan's limit.
export const tenantDefaults = {
  id: '0023-tenant-defaults',
  sql: `
ALTER TABLE tenants
  ADD COLUMN plan text NOT NULL DEFAULT 'free' CHECK (plan IN ('free', 'Basic', 'Pro', 'Enterprise')),
  ADD COLUMN quota bigint CHECK (quota > 0);
`,
} as const
