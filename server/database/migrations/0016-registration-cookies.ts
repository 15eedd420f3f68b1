// Which browser registered: only a hash of its cookie is kept. A server of the version before works beside it.
export const registrationCookies = {
  id: '0016-registration-cookies',
  sql: 'ALTER TABLE registrations ADD COLUMN cookie_hash text;',
} as const
