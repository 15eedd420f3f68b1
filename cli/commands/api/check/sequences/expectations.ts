/** Whether an answer says what a step expects of it. */
import { isDeepStrictEqual } from 'node:util'
import { isFields } from '../cases/schema-node.js'
import { type Expectation, filled } from './sequence.js'

/** @returns a sentence part for each expectation that is not met */
export function unmet(
  json: unknown,
  expectations: readonly Expectation[],
  kept: ReadonlyMap<string, unknown>,
): string[] {
  return expectations.flatMap(expectation => {
    const at = String(filled(expectation.at, kept))
    const value = valueAt(json, at)
    const where = at === '' ? 'the answer' : `“${at}”`
    if ('is' in expectation) {
      const wanted = filled(expectation.is, kept)
      return isDeepStrictEqual(value, wanted)
        ? []
        : [`${where} is ${shown(value)} instead of ${shown(wanted)}`]
    }
    if ('missing' in expectation)
      return value === undefined ? [] : [`${where} is ${shown(value)}, and should not be there`]
    if (!Array.isArray(value)) return [`${where} is ${shown(value)} instead of a list`]
    if ('count' in expectation)
      return value.length === expectation.count
        ? []
        : [`${where} has ${value.length} items instead of ${expectation.count}`]
    const wanted = filled('has' in expectation ? expectation.has : expectation.lacks, kept)
    const isThere = value.some(item => fitsIn(wanted, item))
    if ('has' in expectation) return isThere ? [] : [`${where} lacks ${shown(wanted)}`]
    return isThere ? [`${where} still has ${shown(wanted)}`] : []
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
