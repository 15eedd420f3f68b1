/** Which pages need all plugins at once, and which only the login: until a login succeeded, all their screens are its own. */
import { RETURN_PARAMETER } from '../core/react/return-path.js'
import auth from '../plugins/auth/index.js'

/** True while external plugins are loading: until then an unknown address may still get a route. */
export const ARRIVING = 'pluginsArriving'

/** The start of every token cookie's value, encoded or not. */
const SESSION = /=(%7B%22|\{")jwt/i

/**
 * A wrong answer costs time, never function: what is missing is added after the login.
 * @param cookies as `document.cookie` has them; the tenant that names the token cookie is not known yet
 */
export function needsAllPlugins(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  cookies: string,
): boolean {
  const isLogin = auth.contributes?.routes?.some(({ path }) => path === pathname) ?? false
  const query = new URLSearchParams(search)
  // Where the login leads back to is checked against all routes; the answer of a provider leads back as well.
  const leadsBack = query.has(RETURN_PARAMETER) || query.has('state')
  return !isLogin || leadsBack || SESSION.test(cookies)
}
