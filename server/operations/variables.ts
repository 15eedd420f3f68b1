// The environment variables of the server, as `--help` prints them.

/** Name and description. docs/operating.md explains them in full. */
export const VARIABLES: Readonly<Record<string, string>> = {
  FRETWORK_HOME: 'the state folder (.fretwork)',
  HOST: 'the address to listen on (127.0.0.1)',
  PORT: 'the port to listen on (4680); 0 lets the system choose',
  NODE_ENV: '"production" turns off demo mode and enforces production settings',
  DATABASE_URL: 'your own PostgreSQL, instead of the embedded one',
  SMTP_URL: 'the mail server',
  FRETWORK_MAIL_FROM: 'the sender of all email',
  FRETWORK_PUBLIC_URL: 'the URL that users open, if the server is behind a proxy',
  FRETWORK_ORIGINS: 'additional origins that may call the API, separated by commas',
  FRETWORK_TRUSTED_PROXIES:
    'proxies whose X-Forwarded-* and X-Request-Id headers are trusted, separated by commas',
  FRETWORK_DEMO_PASSWORD: 'the password of the demo accounts, instead of a random one',
  FRETWORK_LOGINS_PER_MINUTE: 'login attempts per minute, per address and per account (30,10)',
  FRETWORK_AUDIT_DAYS: 'how many days audit log entries are kept (365); 0 keeps them forever',
  FRETWORK_PLUGINS: 'the allow-list of external plugins (plugins.json in the state folder)',
  FRETWORK_METRICS_TOKEN: 'lets programs on other machines read /metrics',
  FRETWORK_PRODUCTS: 'the product table, instead of the built-in one',
  STRIPE_SECRET_KEY: 'with the next two: payment through Stripe',
  STRIPE_PUBLISHABLE_KEY: 'the key that web pages use',
  STRIPE_WEBHOOK_SECRET: 'the signing secret of the Stripe webhook',
  STRIPE_API_URL: 'replaces the Stripe API in tests',
  FRETWORK_LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent (warn)',
}
