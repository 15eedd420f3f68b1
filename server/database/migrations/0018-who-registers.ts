// Limits registration in a tenant. People invited by administrators are not affected.
export const whoRegisters = {
  id: '0018-who-registers',
  sql: `
ALTER TABLE tenants
  ADD COLUMN registration text NOT NULL DEFAULT 'open' CHECK (registration IN ('open', 'closed')),
  ADD COLUMN mail_domains text[] NOT NULL DEFAULT '{}';
`,
} as const
