// Students join groups by a code. Then, or if an administrator imported them, the teacher may invite them to homework.
export const joinCodes = {
  id: '0024-join-codes',
  sql: `
ALTER TABLE study_groups
  ADD COLUMN join_code text,
  ADD COLUMN join_code_ends_at timestamptz,
  ADD UNIQUE (tenant, join_code);
ALTER TABLE group_members ADD COLUMN enrolled boolean NOT NULL DEFAULT false;
`,
} as const
