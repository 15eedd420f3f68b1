/** What can be sent to a plugin that runs apart: a value without its methods. */

/** A copy without functions, of an object and of those right inside it; anything else as it is. */
export function dataOf(value: unknown, depth = 2): unknown {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return value
  if (typeof value !== 'object' || value === null || depth === 0) return value
  const entries = Object.entries(value).filter(([, each]) => typeof each !== 'function')
  return Object.fromEntries(entries.map(([name, each]) => [name, dataOf(each, depth - 1)]))
}

/** Only the own, listed members: a plugin's object may have others, and a prototype. */
export function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  const object = Object(value) as Record<string, unknown>
  return Object.fromEntries(
    names.filter(name => Object.hasOwn(object, name)).map(name => [name, object[name]]),
  )
}

/** @param limit characters */
export function textOf(value: unknown, limit: number): string {
  return (typeof value === 'string' ? value : '').slice(0, limit)
}
