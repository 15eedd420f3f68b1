import { phrases } from '../../../../core/platform/phrases.js'

const BROWSERS = [
  ['Edge', /\bEdg/],
  ['Firefox', /\bFirefox\//],
  ['Opera', /\bOPR\//],
  ['Chrome', /Chrome\//],
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

const { ON } = phrases({ ON: '{{browser}} on {{system}}' })

/** @example deviceName(t) // 'Safari on iPhone' */
export function deviceName(say: (english: string, values: Record<string, string>) => string): string {
  const agent = 'document' in globalThis ? navigator.userAgent : ''
  const find = (list: readonly (readonly [string, RegExp])[]) =>
    list.find(([, words]) => words.test(agent))?.[0]
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
  return browser && system ? say(ON, { browser, system }) : (browser ?? system ?? 'Command line')
}
