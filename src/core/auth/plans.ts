/** Plan checks for the UI. The server checks plans separately (docs/operating.md, Plans and billing). */
import { type Claims, DOWNLOAD_HTML, LEVELS, type Level, planLevel } from '../contract/claims.js'
import { phrases } from '../platform/phrases.js'

/** Plan features. Each level includes all lower levels. External plugins refer to a level by name. */
export const PLAN_TABLE: Readonly<Record<Level, readonly string[]>> = {
  free: ['neck', 'midi', 'sound', 'cli'],
  Basic: ['songs', 'tunings', 'shapes'],
  Pro: ['positions', 'practice', 'recording'],
  Enterprise: [],
}

const ADD_ONS: Readonly<Record<string, string>> = phrases({
  [DOWNLOAD_HTML]: 'the add-on “Download as HTML”',
  'AddOn.Sampler': 'the add-on “Sampler”',
})

export function levelOf(claims: Claims | undefined): Level {
  return planLevel(claims) ?? 'free'
}

export function openedTo(claims: Claims | undefined): readonly string[] {
  const levels = LEVELS.slice(0, LEVELS.indexOf(levelOf(claims)) + 1)
  return [...levels.flatMap(level => [level, ...PLAN_TABLE[level]]), ...(claims?.features ?? [])]
}

/** @param feature a plan feature, a plan level, or an add-on claim: `shapes`, `Pro`, `AddOn.Sampler` */
export function has(claims: Claims | undefined, feature: string): boolean {
  return openedTo(claims).includes(feature)
}

export function openedBy(feature: string): string {
  const level = LEVELS.find(each => each === feature || PLAN_TABLE[each].includes(feature))
  return level ?? ADD_ONS[feature] ?? feature
}

export function planPath(feature: string): string {
  return `/account/subscription?need=${encodeURIComponent(feature)}`
}
