/** Whether an answer says what a step expects of it. */
import { isDeepStrictEqual } from 'node:util'
import { isFields } from '../cases/schema-node.js'
import { type Expectation, filled } from './sequence.js'

/**
 * @returns a sentence part for each expectation that is not met. It names what was kept as the sequence does, `{song}`:
 * ids differ with each run, and the sentence is to be the same where the fault is.
 */
export function unmet(
  json: unknown,
  expectations: readonly Expectation[],
  kept: ReadonlyMap<string, unknown>,
): string[] {
  return expectations.flatMap(expectation => {
    const value = valueAt(json, String(filled(expectation.at, kept)))
    const where = expectation.at === '' ? 'the answer' : `“${expectation.at}”`
    if ('is' in expectation) {
      if (isDeepStrictEqual(value, filled(expectation.is, kept))) return []
      const wanted = shown(expectation.is)
      const namesKept = /\{[\w.]+\}/.test(wanted)
      return [namesKept ? `${where} is not ${wanted}` : `${where} is ${shown(value)} instead of ${wanted}`]
    }
    if ('missing' in expectation) return value === undefined ? [] : [`${where} should not be there`]
    if (!Array.isArray(value)) return [`${where} is not a list`]
    if ('count' in expectation) {
      const { count } = expectation
      return value.length === count ? [] : [`${where} has ${value.length} items instead of ${count}`]
    }
    const template = 'has' in expectation ? expectation.has : expectation.lacks
    const wanted = filled(template, kept)
    const isThere = value.some(item => fitsIn(wanted, item))
    if ('has' in expectation) return isThere ? [] : [`${where} lacks ${shown(template)}`]
    return isThere ? [`${where} still has ${shown(template)}`] : []
  })
}

/**
 * @example valueAt({ items: [{ id: 'a' }] }, 'items.0.id') // 'a'
 * @example valueAt({ items: [{ id: 'a', at: 1 }, { id: 'b', at: 2 }] }, 'items.id=b.at') // 2
 */
export function valueAt(json: unknown, path: string): unknown {
  return path
    .split('.')
    .filter(name => name !== '')
    .reduce<unknown>((value, name) => {
      if (Array.isArray(value)) {
        const [field = '', wanted] = name.split('=')
        if (wanted === undefined) return value[Number(name)]
        return value.find(item => isFields(item) && String(item[field]) === wanted)
      }
      return isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined
    }, json)
}

/** Whether `item` has all fields of `wanted`, at any depth. */
function fitsIn(wanted: unknown, item: unknown): boolean {
  if (!isFields(wanted)) return isDeepStrictEqual(wanted, item)
  return isFields(item) && Object.entries(wanted).every(([name, each]) => fitsIn(each, item[name]))
}

const shown = (value: unknown) => (value === undefined ? 'missing' : JSON.stringify(value).slice(0, 200))
