import { matchPath } from 'react-router-dom'
import { routesOf } from '../kernel/contributions.js'
import type { PluginManifest } from '../kernel/plugin.js'

export const RETURN_PARAMETER = 'return'

/** @example loginPath('/fretboard?x=1') // '/login?return=%2Ffretboard%3Fx%3D1' */
export function loginPath(from: string): string {
  return `/login?${RETURN_PARAMETER}=${encodeURIComponent(from)}`
}

/**
 * Prevents open redirects.
 * @returns undefined unless the path is a screen of this application
 */
export function safeReturnPath(wanted: string | null, manifests: readonly PluginManifest[]) {
  // Browsers treat "//host" and "/\host" as another site, and ignore tabs and line breaks in URLs.
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /\p{Cc}/u.test(wanted)) return undefined
  const path = wanted.split(/[?#]/, 1)[0] ?? '/'
  return routesOf(manifests).some(route => matchPath(route.path, path)) ? wanted : undefined
}
