// What the sweeping looks for among used refresh tokens, found without reading all of them: a session that stays open
// leaves one every half hour.
export const usedTokens = {
  id: '0009-used-tokens',
  sql: `
CREATE INDEX refresh_tokens_sealed ON refresh_tokens (tenant, used_at) WHERE sealed_successor IS NOT NULL;
CREATE INDEX refresh_tokens_used ON refresh_tokens (tenant, used_at) WHERE used_at IS NOT NULL;
`,
} as const
