// In German, whose words are longer: what is cut, wraps badly or was left in English is seen here.
import { inGerman } from './answers.js'
import type { Screen } from './screen.js'

const PUBLIC = ['/login', '/register', '/verification', '/password/forgot', '/privacy']
const OWN = [
  '/account/profile',
  '/account/subscription?need=branding',
  '/account/security',
  '/account/settings',
  '/account/keys',
  '/people',
  '/people?tab=following',
  '/fretboard',
]

const row = (path: string): Screen => {
  const name = `german${path.replace('/account/', '/').replaceAll(/\?.*?=|\//g, '-')}`
  return { name, path, before: inGerman, ...(path !== '/fretboard' && { whole: true }) }
}

export const GERMAN_SCREENS: readonly Screen[] = [
  ...PUBLIC.map(row),
  ...OWN.map(path => ({ ...row(path), loggedIn: true })),
]
