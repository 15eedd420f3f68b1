/** The path that a log-in leads back to; only ever a screen of ours. */
import { routesOf } from '../extensions/contributions.js'
import type { PluginManifest } from '../manifest/plugin.js'

export const RETURN_PARAMETER = 'return'

/** @example loginPath('/fretboard?x=1') // '/login?return=%2Ffretboard%3Fx%3D1' */
export function loginPath(from: string): string {
  return `/login?${RETURN_PARAMETER}=${encodeURIComponent(from)}`
}

/**
 * @param wanted what the address asked for: anybody can have written it
 * @returns `wanted` if it leads to a screen of ours that needs a log-in or not, else `undefined`
 */
export function safeReturnPath(
  wanted: string | null,
  manifests: readonly PluginManifest[],
): string | undefined {
  // A browser reads "//host" and "/\host" as another site's address, and drops tabs and line ends before it looks.
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || hasControlCharacter(wanted)) return undefined
  const path = wanted.split(/[?#]/, 1)[0] ?? '/'
  return routesOf(manifests).some(route => matchesRoute(route.path, path)) ? wanted : undefined
}

/** @example matchesRoute('/songs/:id', '/songs/7') // true */
export function matchesRoute(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.replace(/(.)\/$/, '$1').split('/')
  if (wanted.length !== given.length) return false
  return wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
}

function hasControlCharacter(text: string): boolean {
  return [...text].some(character => character.charCodeAt(0) < 32 || character.charCodeAt(0) === 127)
}
