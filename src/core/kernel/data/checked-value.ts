/** What can be stored: keys and values are checked, and counted against the quota. */

import { FretworkError, messageOf } from '../../platform/fretwork-error.js'
import type { StorageMigration } from './plugin-storage.js'

const LONGEST_KEY = 200

/** @throws FretworkError `storage_key` */
export function checkKey(title: string, key: unknown): void {
  if (typeof key === 'string' && key !== '' && key.length <= LONGEST_KEY) return
  throw new FretworkError(
    'storage_key',
    `“${title}” stores a value under ${JSON.stringify(key)}; a key is a text of 1 to ${LONGEST_KEY} characters.`,
  )
}

/** @returns the JSON of a value @throws FretworkError `storage_value` */
export function jsonOf(title: string, key: string, value: unknown): string {
  const wrong = (reason: string) =>
    new FretworkError(
      'storage_value',
      `“${title}” cannot store "${key}": ${reason}; store texts, numbers, true, false, null, lists and plain objects.`,
    )
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (error) {
    throw wrong(messageOf(error))
  }
  if (text === undefined) throw wrong(`${typeof value} is not JSON`)
  return text
}

/** @throws FretworkError `storage_full` */
export function checkQuota(title: string, key: string, used: number, needed: number, quota: number): void {
  if (needed <= quota) return
  throw new FretworkError(
    'storage_full',
    `“${title}” cannot store "${key}": ${used} of ${quota} bytes are used, and ${needed} would be; delete values that are no longer needed.`,
  )
}

/** @throws FretworkError `storage_newer` */
export function checkVersion(title: string, stored: number, version: number): void {
  if (stored <= version) return
  throw new FretworkError(
    'storage_newer',
    `What “${title}” has stored is of the newer version ${stored}, and this plugin reads version ${version}; update the plugin.`,
  )
}

type Values = Readonly<Record<string, unknown>>

/** @returns the values of the present version @throws FretworkError `storage_migration` */
export function migrated(
  title: string,
  values: Values,
  from: number,
  version: number,
  migrations: Readonly<Record<number, StorageMigration>>,
): Values {
  let now = values
  for (let step = from; step < version; step += 1) {
    try {
      const next = migrations[step]?.(now) ?? now
      if (next instanceof Promise) throw new Error('values that follow the account cannot wait for a promise')
      now = next
    } catch (error) {
      throw notMigrated(title, step, error)
    }
  }
  return now
}

/** As `migrated`, with migrations that may answer later. */
export async function migratedLater(
  title: string,
  values: Values,
  from: number,
  version: number,
  migrations: Readonly<Record<number, StorageMigration>>,
): Promise<Values> {
  let now = values
  for (let step = from; step < version; step += 1) {
    try {
      now = (await migrations[step]?.(now)) ?? now
    } catch (error) {
      throw notMigrated(title, step, error)
    }
  }
  return now
}

function notMigrated(title: string, step: number, cause: unknown): FretworkError {
  return new FretworkError(
    'storage_migration',
    `What “${title}” has stored could not be taken from version ${step} to ${step + 1}: ${messageOf(cause)}; it stays as it was, update the plugin.`,
    { cause },
  )
}

const encoder = new TextEncoder()

export function bytesOf(text: string): number {
  return encoder.encode(text).length
}
