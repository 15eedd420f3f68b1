export const APART = '/apart/'

/**
 * The policy of all below `/apart/`: a document there has an origin like no other, and no network.
 * @param origin ours, with the path below: `'self'` would let in every script of our origin
 */
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
