// Finds the tenants that have something to do in one round trip, instead of one transaction per tenant.
export const workOfTenants = {
  id: '0012-work-of-tenants',
  sql: `
-- Both look at one tenant after the other as any transaction of the application does: with its rights, and with the
-- rows that row-level security shows in this tenant.
CREATE FUNCTION outbox_of_tenants(moment timestamptz)
RETURNS TABLE (tenant text, untried int, tried int, due boolean)
LANGUAGE plpgsql SECURITY INVOKER AS $$
DECLARE
  before text := coalesce(current_setting('fretwork.tenant', true), '');
BEGIN
  FOR tenant IN SELECT key FROM tenants ORDER BY created_at, key LOOP
    PERFORM set_config('fretwork.tenant', tenant, true);
    SELECT count(*) FILTER (WHERE attempts = 0), count(*) FILTER (WHERE attempts > 0),
        bool_or(due_at IS NULL OR due_at <= moment)
      INTO untried, tried, due
      FROM mail_outbox WHERE mail_outbox.tenant = outbox_of_tenants.tenant;
    IF untried + tried > 0 THEN RETURN NEXT; END IF;
  END LOOP;
  PERFORM set_config('fretwork.tenant', before, true);
END $$;

-- The tenants for which any of the questions has a row. In a question, $1 is the tenant.
CREATE FUNCTION tenants_where(questions text[])
RETURNS TABLE (tenant text)
LANGUAGE plpgsql SECURITY INVOKER AS $$
DECLARE
  before text := coalesce(current_setting('fretwork.tenant', true), '');
  question text;
  hit boolean;
BEGIN
  FOR tenant IN SELECT key FROM tenants ORDER BY created_at, key LOOP
    PERFORM set_config('fretwork.tenant', tenant, true);
    FOREACH question IN ARRAY questions LOOP
      EXECUTE 'SELECT EXISTS (' || question || ')' INTO hit USING tenant;
      IF hit THEN
        RETURN NEXT;
        EXIT;
      END IF;
    END LOOP;
  END LOOP;
  PERFORM set_config('fretwork.tenant', before, true);
END $$;
`,
} as const
