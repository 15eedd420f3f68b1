export const APART = '/apart/'

/** Of `/apart/`, its own origin without network. @param origin with the path: `'self'` lets in all our scripts */
export function apartPolicy(origin: string): Record<string, string[]> {
  return {
    sandbox: ['allow-scripts'],
    'default-src': ["'none'"],
    'script-src': [`${origin}${APART}`],
    'worker-src': ['blob:'],
    'style-src': [`${origin}${APART}`, "'unsafe-inline'"],
    'img-src': ['data:', 'blob:'],
    'font-src': [`${origin}${APART}`, 'data:'],
    'connect-src': ["'none'"],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'self'"],
  }
}
