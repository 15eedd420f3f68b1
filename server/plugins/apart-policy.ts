// The headers of everything that plugins which run apart load.

/** The path of their worker, their frame and their scripts. */
export const APART = '/apart/'

/** The same headers for all below `/apart/`: a document there has an origin like no other, and no network. */
export const APART_POLICY: Record<string, string[]> = {
  sandbox: ['allow-scripts'],
  'default-src': ["'none'"],
  'script-src': ["'self'", 'blob:'],
  'worker-src': ['blob:'],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ['data:', 'blob:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'none'"],
  'form-action': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'self'"],
}
