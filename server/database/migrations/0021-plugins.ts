import { owned } from './owned.js'

// The allow list of a tenant, with the packages, so that all servers offer the same plugins.
export const plugins = {
  id: '0021-plugins',
  sql: `
CREATE TABLE plugins (
  tenant text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  id text NOT NULL,
  -- SHA-256 of plugin.json, which has the hashes of the other files.
  hash text NOT NULL,
  origin text NOT NULL,
  -- Of the npm package, if it came from one.
  package text,
  version text,
  -- Only for plans with this feature.
  feature text,
  runs text NOT NULL DEFAULT 'apart' CHECK (runs IN ('page', 'apart')),
  added_at timestamptz NOT NULL,
  PRIMARY KEY (tenant, id)
);

CREATE TABLE plugin_files (
  tenant text NOT NULL,
  plugin_id text NOT NULL,
  path text NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (tenant, plugin_id, path),
  FOREIGN KEY (tenant, plugin_id) REFERENCES plugins ON DELETE CASCADE
);
-- Packages are compressed already, or small.
ALTER TABLE plugin_files ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Tenants whose plugins.json has been taken over.
CREATE TABLE plugin_imports (
  tenant text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  imported_at timestamptz NOT NULL,
  PRIMARY KEY (tenant)
);

${owned('plugins', 'plugin_files', 'plugin_imports')}
`,
} as const
