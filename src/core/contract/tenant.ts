import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.js'

export const TENANT_HEADER = 'X-Tenant'
export const DEFAULT_TENANT = 'fretwork'

export const tenantKey = z
  .string()
  .check(z.regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 lowercase letters, digits and dashes'))

export const registration = z.enum(['open', 'closed'])
export type Registration = z.infer<typeof registration>

export const tenantCard = z.object({
  key: tenantKey,
  name: z.string(),
  accent: z.string().check(z.regex(/^#[0-9a-f]{6}$/i)),
  languages: z.array(z.string()),
  providers: z.array(z.object({ id: z.string(), clientId: z.string(), authorizeUrl: z.string() })),
  songHosts: z.optional(z.array(z.string())),
  /** Who can register. `closed`: by administrator invitation only. */
  registration: z.optional(registration),
  /** If set, only email addresses at these domains can register. */
  mailDomains: z.optional(z.array(z.string())),
})

export type TenantCard = z.infer<typeof tenantCard>

export const tenantJson = defineEndpoint('tenant.card', 'GET /tenant.json', {
  summary: 'Get the tenant for this host',
  auth: 'none',
  tenant: 'none',
  answer: tenantCard,
  errors: ['not_found'],
})
