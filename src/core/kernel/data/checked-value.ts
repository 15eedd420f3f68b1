/** What can be stored: keys and values are checked, and counted against the quota. */
import { FretworkError, messageOf } from '../../platform/fretwork-error.js'

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

/** @returns the values of the present version @throws FretworkError `storage_migration` */
export function migrated(
  title: string,
  values: Readonly<Record<string, unknown>>,
  from: number,
  version: number,
  migrations: Readonly<
    Record<number, (values: Readonly<Record<string, unknown>>) => Record<string, unknown>>
  >,
): Readonly<Record<string, unknown>> {
  let now = values
  for (let step = from; step < version; step += 1) {
    try {
      now = migrations[step]?.(now) ?? now
    } catch (error) {
      throw new FretworkError(
        'storage_migration',
        `What “${title}” has stored could not be taken from version ${step} to ${step + 1}: ${messageOf(error)}; it stays as it was, update the plugin.`,
        { cause: error },
      )
    }
  }
  return now
}

const encoder = new TextEncoder()

export function bytesOf(text: string): number {
  return encoder.encode(text).length
}
