// The security headers of every answer.
import { createHash } from 'node:crypto'

/** The import map is the one inline script there is; its hash lets it in and nothing else. */
export function importMapHashes(html: string): string[] {
  const maps = html.matchAll(/<script type="importmap"[^>]*>([\s\S]*?)<\/script>/g)
  return [...maps].map(
    match =>
      `'sha256-${createHash('sha256')
        .update(match[1] ?? '')
        .digest('base64')}'`,
  )
}

/**
 * Inline styles are allowed, since the UI library sets sizes and colours that way; inline scripts are not.
 * Workers may come from blobs: the sound library keeps its clock in one.
 */
export function contentSecurityPolicy(scriptHashes: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export function securityHeaders(scriptHashes: readonly string[], https: boolean): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(scriptHashes),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    // External sign-in may open a window and must hear back from it.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'midi=(self), camera=(), geolocation=(), microphone=(), payment=(self)',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}
