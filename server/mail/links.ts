// The addresses in mails: of the tenant's or the public address, whatever a request's Host header said.
import type { Tenant } from '../tenancy/tenants.js'
import type { TemplateName } from './mailer.js'

/** The page that each mail's button opens. A secret goes into the fragment: no server's log ever sees it. */
const PAGES: Partial<Record<TemplateName, string>> = {
  verification: '/verification',
  'email-confirm': '/verification',
  reset: '/password/reset',
  'account-exists': '/password/forgot',
  'password-changed': '/password/forgot',
  'new-place': '/password/forgot',
}

/** @example linkTo('https://fretwork.example', 'reset', 'abc') // 'https://fretwork.example/password/reset#token=abc' */
export function linkTo(address: string, template: TemplateName, token: string | undefined) {
  const page = PAGES[template]
  return page && `${address}${page}${token === undefined ? '' : `#token=${token}`}`
}

/**
 * A tenant's own first host, by the scheme and port of the public address; else the public address; else where
 * the server listens.
 * @returns an origin, without a slash at its end.
 */
export function addressOfTenant(tenant: Tenant, publicUrl: string | undefined, listening: string): string {
  const base = new URL(publicUrl ?? listening)
  const host = tenant.hosts[0]
  if (host === undefined || tenant.hosts.includes(base.hostname)) return base.origin
  // A host of the tenant's that nobody gave a scheme for is on the internet.
  if (publicUrl === undefined) return `https://${host}`
  base.hostname = host
  return base.origin
}
