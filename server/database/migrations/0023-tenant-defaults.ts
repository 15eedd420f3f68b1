// The plan of new accounts, and a limit in bytes for each library that replaces the plan's limit.
export const tenantDefaults = {
  id: '0023-tenant-defaults',
  sql: `
ALTER TABLE tenants
  ADD COLUMN plan text NOT NULL DEFAULT 'free' CHECK (plan IN ('free', 'Basic', 'Pro', 'Enterprise')),
  ADD COLUMN quota bigint CHECK (quota > 0);
`,
} as const
