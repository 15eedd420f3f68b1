import { owned } from '../owned.js'

// Users' avatars, as encoded by the server.
export const avatars = {
  id: '0007-avatars',
  sql: `
CREATE TABLE avatars (
  tenant text NOT NULL,
  user_id uuid NOT NULL,
  -- Of the picture's bytes: another picture, another version.
  version text NOT NULL,
  -- A PNG as base64, which an export and a backup carry as it stands.
  picture text NOT NULL CHECK (length(picture) <= 400000),
  PRIMARY KEY (tenant, user_id),
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);

${owned('avatars')}
`,
} as const
