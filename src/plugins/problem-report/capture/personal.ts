/** Takes out of a report what is known about its user, wherever it may have got: the last line of defense. */
import type { ProblemReport } from '../file/report.js'

/** Shorter ones are words that occur anyway. */
const SHORTEST = 4
/** `Bearer …`, and what looks like an access token (RFC 7519). */
const TOKENS = /Bearer [\w.~+/-]+=*|eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g
const ADDRESSES = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g

/** @param user whatever is known about the user: its texts are taken out wherever they occur */
export function withoutPersonal(report: ProblemReport, user: unknown): ProblemReport {
  const known = [...new Set(textsOf(user))]
    .filter(text => text.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
  const clean = (text: string) => {
    let cleaned = text.replace(TOKENS, '«token»').replace(ADDRESSES, '«address»')
    for (const each of known) cleaned = cleaned.replaceAll(each, '«user»')
    return cleaned
  }
  return cleanedValue(report, clean) as ProblemReport
}

/** Features and roles are lists; what is not in a list is about this user alone. */
function textsOf(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 3) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    GENERAL.test(name) ? [] : textsOf(inner, depth + 1),
  )
}
const GENERAL = /role|feature|plan|language|locale|^(iss|aud|typ|alg|status|tenant)$/i

/** What a reader of the file relies on, whatever the user is called. */
const STRUCTURE = new Set(['kind', 'format', 'raw', 'time', 'made'])
/** Names of fields are our own, except for ids. */
const LONGEST_NAME = 30

function cleanedValue(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map(item => cleanedValue(item, clean))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.length > LONGEST_NAME ? clean(name) : name,
      STRUCTURE.has(name) ? inner : cleanedValue(inner, clean),
    ]),
  )
}
