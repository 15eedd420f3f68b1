/** The path that a login leads back to: only ever a screen of the application. */
import { routesOf } from '../kernel/extensions/contributions.js'
import type { PluginManifest } from '../kernel/manifest/plugin.js'

export const RETURN_PARAMETER = 'return'

/** @example loginPath('/fretboard?x=1') // '/login?return=%2Ffretboard%3Fx%3D1' */
export function loginPath(from: string): string {
  return `/login?${RETURN_PARAMETER}=${encodeURIComponent(from)}`
}

/**
 * @param wanted from the address, so anyone may have written it
 * @returns `wanted` if it leads to a screen of the application, else `undefined`
 */
export function safeReturnPath(
  wanted: string | null,
  manifests: readonly PluginManifest[],
): string | undefined {
  // Browsers read "//host" and "/\host" as the address of another site, and ignore tabs and line breaks in it.
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
