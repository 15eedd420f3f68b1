// Lets housekeeping find used refresh tokens without reading them all: an open session leaves one every half hour.
export const usedTokens = {
  id: '0009-used-tokens',
  sql: `
CREATE INDEX refresh_tokens_sealed ON refresh_tokens (tenant, used_at) WHERE sealed_successor IS NOT NULL;
CREATE INDEX refresh_tokens_used ON refresh_tokens (tenant, used_at) WHERE used_at IS NOT NULL;
`,
} as const
