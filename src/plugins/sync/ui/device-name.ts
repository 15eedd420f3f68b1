/** What a device is called until its user names it. */

const BROWSERS = [
  ['Edge', /\bEdg/],
  ['Firefox', /\bFirefox\//],
  ['Opera', /\bOPR\//],
  ['Chrome', /\bChrome\//],
  ['Safari', /\bSafari\//],
] as const
const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const

/** @example deviceName('Mozilla/5.0 (iPhone; …) Version/26.0 Safari/604.1') // 'Safari, iPhone' */
export function deviceName(agent = 'document' in globalThis ? navigator.userAgent : ''): string {
  const find = (list: readonly (readonly [string, RegExp])[]) =>
    list.find(([, words]) => words.test(agent))?.[0]
  const known = [find(BROWSERS), find(SYSTEMS)].filter(name => name !== undefined)
  return known.length > 0 ? known.join(', ') : 'Command line'
}
