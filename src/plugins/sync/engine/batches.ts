import type { LibraryRecord } from '../../../core/api/library.js'
import { LIBRARY_LIMITS, type LibraryWrite, libraryWrite } from '../../../core/api/library.js'

/** Why the server would refuse the whole call: one record of a plugin must not keep the others here. */
export function refusalOf(write: LibraryWrite): string | undefined {
  if (JSON.stringify(write.fields).length > LIBRARY_LIMITS.record) return 'record_large'
  return libraryWrite.safeParse(write).success ? undefined : 'record_invalid'
}

/** Characters of the writes in one push, below the limit of the call. */
const PUSH_CHARACTERS = 1_200_000
export interface Batch {
  readonly writes: readonly LibraryWrite[]
  readonly taken: number
}

export function batchOf(writes: readonly LibraryWrite[], from: number): Batch {
  let characters = 0
  let end = from
  for (; end < writes.length && end - from < LIBRARY_LIMITS.writes; end += 1) {
    characters += JSON.stringify(writes[end]).length
    if (characters > PUSH_CHARACTERS && end > from) break
  }
  return { writes: writes.slice(from, end), taken: end - from }
}

/** Bytes of files that are held in memory at once. */
const GROUP_BYTES = 8_000_000
const GROUP_RECORDS = 250

export function groupsBySize(records: readonly LibraryRecord[]): LibraryRecord[][] {
  const groups: LibraryRecord[][] = []
  let bytes = 0
  for (const record of records) {
    const size = Number(record.fields.size?.value ?? 0)
    const group = groups.at(-1)
    const fits = group !== undefined && group.length < GROUP_RECORDS && bytes + size <= GROUP_BYTES
    if (fits) group.push(record)
    else groups.push([record])
    bytes = fits ? bytes + size : size
  }
  return groups
}
