import type { ProblemReport } from '../file/report.js'

/** Shorter texts are parts of other words. */
const SHORTEST = 3
/** Bearer tokens, and what looks like a JWT (RFC 7519). */
const TOKENS = /Bearer [\w.~+/-]+=*|eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g
const ADDRESSES = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g
/** Fields with our own words. */
const OWN = new Set(
  'kind format made raw time id section source level code status version port portId plan language route page host note picture'.split(
    ' ',
  ),
)
/** Features and roles; other claims are personal. */
const GENERAL = /role|feature|plan|language|locale|^(iss|aud|typ|alg|status|tenant)$/i

/** The last line of defense: removes all texts about the user, wherever they are. */
export function withoutPersonal(report: ProblemReport, user: unknown): ProblemReport {
  const texts = textsOf(user).flatMap(text => [text, ...text.split(/[\s@.]+/)])
  const known = [...new Set(texts)]
    .filter(text => text.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
  const all = known.map(text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const personal = all === '' ? undefined : new RegExp(`(?<![\\p{L}\\p{N}])(${all})(?![\\p{L}\\p{N}])`, 'giu')
  const clean = (text: string) => {
    const plain = text.replace(TOKENS, '«token»').replace(ADDRESSES, '«address»')
    return personal ? plain.replace(personal, '«user»') : plain
  }
  const id = (user as { readonly id?: string } | undefined)?.id
  const isOwn = (name: string, text: string) => OWN.has(name) && text !== id
  return cleaned(report, (text, name) => (isOwn(name, text) ? text : clean(text)), '') as ProblemReport
}

function textsOf(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 3) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    GENERAL.test(name) ? [] : textsOf(inner, depth + 1),
  )
}

function cleaned(value: unknown, clean: (text: string, name: string) => string, name: string): unknown {
  if (typeof value === 'string') return clean(value, name)
  if (Array.isArray(value)) return value.map(item => cleaned(item, clean, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner, clean, key)]))
}
