import { ownedInLoop } from '../owned.js'

// Customers of the payment provider, their subscriptions, and the events about them.
export const billing = {
  id: '0004-billing',
  sql: `
-- A customer belongs to one user of one tenant, for good: the constraint spans all tenants.
CREATE TABLE billing_customers (
  tenant text NOT NULL,
  user_id uuid NOT NULL,
  customer_id text NOT NULL UNIQUE,
  provider text NOT NULL CHECK (provider IN ('stripe', 'test')),
  -- Drawn before each reading of the customer's subscriptions: of two readings the later drawn counts.
  readings bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, user_id),
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);

CREATE TABLE subscriptions (
  tenant text NOT NULL,
  id text NOT NULL,
  user_id uuid NOT NULL,
  status text NOT NULL,
  -- Price id to lookup key: a key that has moved to a newer price still names what was bought under the old one.
  prices jsonb NOT NULL,
  -- What the products open, so that a gate reads one row; settled again at each start.
  features text[] NOT NULL,
  renews_at timestamptz,
  ends_at timestamptz,
  -- Opens nothing from then on, whether or not an event says so. NULL: opens nothing at all.
  valid_until timestamptz,
  -- The reading (or, where nothing can be read again, the time of the event) that this row comes from.
  as_of bigint NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, user_id) REFERENCES billing_customers ON DELETE CASCADE
);
CREATE INDEX subscriptions_of_user ON subscriptions (tenant, user_id, valid_until);

CREATE TABLE billing_events (
  tenant text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  id text NOT NULL,
  type text NOT NULL,
  received_at timestamptz NOT NULL,
  -- NULL until its effect is there: what was cut off in between is completed by the next delivery.
  applied_at timestamptz,
  PRIMARY KEY (tenant, id)
);

-- Customers whose account is gone: the provider has yet to be told to charge them no more.
CREATE TABLE billing_farewells (
  tenant text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  customer_id text NOT NULL,
  PRIMARY KEY (tenant, customer_id)
);

CREATE FUNCTION bid_customer_farewell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Where a whole tenant goes, its rows go too, and its owner settles with the provider.
  IF OLD.provider = 'stripe' AND current_setting('fretwork.tenant', true) = OLD.tenant THEN
    INSERT INTO billing_farewells (tenant, customer_id) VALUES (OLD.tenant, OLD.customer_id)
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER farewell AFTER DELETE ON billing_customers
  FOR EACH ROW EXECUTE FUNCTION bid_customer_farewell();

${ownedInLoop(['billing_customers', 'subscriptions', 'billing_events', 'billing_farewells'])}
`,
} as const
