// Every variable of the environment that the server reads, in one line each: what `--help` prints.

/** Name, and what it says. docs/operating.md has the whole story. */
export const VARIABLES: Readonly<Record<string, string>> = {
  FRETWORK_HOME: 'the state folder (.fretwork)',
  HOST: 'the address to listen on (127.0.0.1)',
  PORT: 'the port to listen on (4680); 0 lets the system choose',
  NODE_ENV: '"production" ends the demo mode and refuses what is meant for trying out',
  DATABASE_URL: 'a PostgreSQL of yours, in place of the embedded one',
  SMTP_URL: 'the mail server',
  FRETWORK_MAIL_FROM: 'the sender of all mail',
  FRETWORK_PUBLIC_URL: 'the address that users type, where a proxy stands before the server',
  FRETWORK_ORIGINS: 'further origins whose pages may call, separated by commas',
  FRETWORK_TRUSTED_PROXIES: 'proxies whose X-Forwarded-* and X-Request-Id count, separated by commas',
  FRETWORK_DEMO_PASSWORD: 'the password of the demo log-ins, in place of a random one',
  FRETWORK_LOGINS_PER_MINUTE: 'log-ins per address and per account (30,10)',
  FRETWORK_AUDIT_DAYS: 'how many days entries of the audit log are kept (365); 0: for ever',
  FRETWORK_PLUGINS: 'the allow-list of external plugins (plugins.json in the state folder)',
  FRETWORK_METRICS_TOKEN: 'lets a program on another machine read /metrics',
  FRETWORK_PRODUCTS: 'the table of products, in place of the built-in one',
  STRIPE_SECRET_KEY: 'with the next two: payment by Stripe',
  STRIPE_PUBLISHABLE_KEY: 'the key that pages may see',
  STRIPE_WEBHOOK_SECRET: 'what the events of Stripe are signed with',
  STRIPE_API_URL: 'a stand-in for Stripe, for tests',
  FRETWORK_LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent (warn)',
}
