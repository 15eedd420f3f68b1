/** Adds row-level security by tenant. Released migrations include this text, so it must never change. */
export function owned(...tables: string[]): string {
  return tables
    .map(
      table => `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON ${table} USING (tenant = current_setting('fretwork.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO fretwork_app;`,
    )
    .join('\n')
}

/** Earlier version of `owned`, for released migrations. Some of them grant less. */
export function ownedInLoop(tables: readonly string[], grant = LOOP_GRANT): string {
  return `DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY[${tables.map(table => `'${table}'`).join(', ')}] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format(
      'CREATE POLICY of_tenant ON %I USING (tenant = current_setting(''fretwork.tenant'', true))', owned);${grant}
  END LOOP;
END $$;`
}

const LOOP_GRANT = `
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO fretwork_app', owned);`

/**
 * Runs a statement once per tenant, because forced row-level security shows even the owner one tenant's rows
 * only.
 */
export function inEachTenant(statement: string): string {
  return `DO $$
DECLARE each_tenant text;
BEGIN
  FOR each_tenant IN SELECT key FROM tenants LOOP
    PERFORM set_config('fretwork.tenant', each_tenant, true);
    ${statement}
  END LOOP;
  PERFORM set_config('fretwork.tenant', '', true);
END $$;`
}
