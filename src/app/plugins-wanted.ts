import { matchPath } from 'react-router-dom'
import { routesOf } from '../core/kernel/contributions.js'
import type { PluginManifest } from '../core/kernel/plugin.js'
import { RETURN_PARAMETER } from '../core/react/return-path.js'
import auth from '../plugins/auth/index.js'

/** Matches the start of a token cookie's value. */
const SESSION = /=(%7B%22|\{")jwt/i

/**
 * Guesses whether there is a session.
 * @param cookies value of `document.cookie`
 */
export const hasSession = (cookies: string): boolean => SESSION.test(cookies)

export const FOR_GUESTS =
  'auth fretboard library midi-file midi-io player practice score score-files social sound'.split(' ')

/** Returns the plugins that work without an account. */
export const forGuests = (manifests: readonly PluginManifest[]) =>
  manifests.filter(({ id }) => FOR_GUESTS.includes(id))

export const isForGuests = (manifests: readonly PluginManifest[], pathname: string): boolean =>
  routesOf(manifests).some(({ path, standsFor }) => standsFor !== undefined && matchPath(path, pathname))

/**
 * Guesses whether the page needs all plugins. A wrong guess only costs time.
 * @param cookies value of `document.cookie`
 */
export function needsAllPlugins(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  cookies: string,
): boolean {
  const isLogin = auth.contributes?.routes?.some(({ path }) => path === pathname) ?? false
  const query = new URLSearchParams(search)
  // Return paths are checked against all routes. External providers redirect with `state`, and registration
  // emails link to `/verification`.
  const leadsBack = query.has(RETURN_PARAMETER) || query.has('state') || pathname === '/verification'
  return !isLogin || leadsBack || hasSession(cookies)
}
