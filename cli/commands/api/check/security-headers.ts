// Set by `server/http/security.ts`; a proxy or a route may lose them.
import type { Answer } from './wire.js'

interface Rule {
  readonly name: string
  readonly value: RegExp
  readonly wanted: string
}

const exactly = (name: string, value: string): Rule => ({
  ...{ name, wanted: value },
  value: new RegExp(`^${value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'i'),
})

const RULES: readonly Rule[] = [
  exactly('x-content-type-options', 'nosniff'),
  exactly('x-frame-options', 'DENY'),
  exactly('referrer-policy', 'same-origin'),
  exactly('cross-origin-opener-policy', 'same-origin-allow-popups'),
  exactly('cross-origin-resource-policy', 'same-origin'),
  exactly('origin-agent-cluster', '?1'),
  exactly('x-dns-prefetch-control', 'off'),
  exactly('x-download-options', 'noopen'),
  exactly('x-permitted-cross-domain-policies', 'none'),
  // The filters of old browsers did harm.
  exactly('x-xss-protection', '0'),
  {
    ...{ name: 'permissions-policy', wanted: 'camera=(), microphone=()' },
    value: /\bcamera=\(\).*\bmicrophone=\(\)/,
  },
  ...[`default-src 'self'`, `object-src 'none'`, `base-uri 'none'`, `frame-ancestors 'none'`].map(part => ({
    ...{ name: 'content-security-policy', wanted: part },
    value: new RegExp(`(^|;)\\s*${part}\\s*(;|$)`),
  })),
]

export function headerDeviations({ status, headers }: Pick<Answer, 'status' | 'headers'>): string[] {
  const found = RULES.flatMap(({ name, value, wanted }) => {
    const given = headers[name]
    if (given === undefined) return [`has no ${name}`]
    return value.test(String(given)) ? [] : [`has ${name} “${given}” instead of “${wanted}”`]
  })
  if (headers['x-request-id'] === undefined) found.push('has no x-request-id')
  if (status === 401 && headers['www-authenticate'] === undefined) found.push('has no www-authenticate')
  if (status === 429 && !(Number(headers['retry-after']) > 0)) found.push('has no retry-after')
  if (headers['x-powered-by'] !== undefined) found.push('has x-powered-by')
  return [...new Set(found)]
}
