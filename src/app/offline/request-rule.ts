/** Which requests the service worker answers: the shell only; everything else goes to the server. */

/** `screen`: the page itself; `shell`: a file that the build has made; `tenant`: the card; `server`: not ours. */
type RequestRule = 'screen' | 'shell' | 'tenant' | 'server'

/**
 * Never answered from the cache: API calls, the content page, demo pages, operator endpoints, and the replay page,
 * which has permissions of its own.
 */
const SERVER_ONLY =
  /^\/(presence|account\/api|external|cms|dev|docs\/api|replay|health|ready|metrics|openapi\.json|sw\.js)(\/|$)/

/** @param files paths of the shell's files, `/assets/main-1a2b3c.js` */
export function ruleFor(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
  files: ReadonlySet<string>,
): RequestRule {
  const address = new URL(url)
  const { pathname } = address
  if (method !== 'GET' || address.origin !== origin || SERVER_ONLY.test(pathname)) return 'server'
  if (pathname === '/tenant.json') return 'tenant'
  if (files.has(pathname)) return 'shell'
  return mode === 'navigate' ? 'screen' : 'server'
}
