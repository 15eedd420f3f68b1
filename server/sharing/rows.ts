// What the modules of sharing hand to each other.
import type { shares } from '../database/schema.js'
import { Problem } from '../http/problem.js'

export type ShareRow = typeof shares.$inferSelect

/** @throws Problem `not_found` */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem('not_found')
  return value
}
