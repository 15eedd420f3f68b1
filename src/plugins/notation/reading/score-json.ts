/** A score as plain data: objects in lists in objects. */

export type JsonObject = Record<string, unknown>

/** Empty where there is none. */
export function listOf(object: JsonObject | undefined, key: string): JsonObject[] {
  const list = object?.[key]
  return Array.isArray(list) ? list : []
}
