/** Synced records: their state on this device, and their last known state on the server. */
import type { LibraryRecord, LibraryWrite } from '../../../../core/contract/library.js'

export type Fields = Readonly<Record<string, unknown>>

export interface Collection {
  readonly kind: string
  /**
   * The device drops records when there are too many. A missing record then counts as trimmed, not removed.
   */
  readonly trims?: boolean
  /** Default values, which aren't sent until the user changes something. */
  readonly defaults?: (id: string) => Fields | undefined
  /** Fields that keep both values if two devices change them. */
  readonly both?: readonly string[]
  /** Fields that only the server has, such as a file's hash. */
  readonly added?: readonly string[]
  read(): Promise<ReadonlyMap<string, Fields>>
  /**
   * Changes local records atomically. `merge` returns the new value, the same value to keep it, or
   * `undefined` to remove it.
   */
  change(
    ids: readonly string[],
    merge: (id: string, here: Fields | undefined) => Fields | undefined,
  ): Promise<void>
  /**
   * Fetches the dependencies of records before they are stored.
   * @param isKnown whether the server already had this device's record
   * @returns IDs of records that don't fit in storage, or whose file or plugin is missing
   */
  prepare?(records: readonly LibraryRecord[], isKnown: (id: string) => boolean): Promise<ReadonlySet<string>>
  /** Announces the records that come next, so that slow work can start early. */
  expect?(records: readonly LibraryRecord[]): void
  /**
   * Sends data that the server needs before a record.
   * @returns additional fields for each record, or an error code
   */
  sendAhead?(ids: readonly string[]): Promise<ReadonlyMap<string, Fields | string>>
}

/** A record's last known state on the server. */
export interface Base {
  readonly kind: string
  readonly id: string
  readonly seq: number
  /** For each field: key and sequence number of the write that set it, and a hash of its value. */
  readonly fields: Readonly<Record<string, readonly [by: string, print: string, seq: number]>>
  /**
   * `removed`: removed on the server but still on this device. `absent`: only on the server, because this
   * device has no room. `trimmed`: dropped from this device.
   */
  readonly as?: 'removed' | 'absent' | 'trimmed'
  /** State before the record arrived, in case the tab is closed halfway. */
  readonly before?: Base | 'nothing'
}

/** A value that was overridden by another device, in a field that keeps both values. */
export interface Conflict {
  readonly kind: string
  readonly id: string
  readonly field: string
  readonly value: unknown
  readonly device: string
}

/** Serializes a value with sorted keys, so that equal values have equal strings. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_name, part: unknown) =>
      part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
        : part,
    ) ?? ''
  )
}

/**
 * Returns short values unchanged. Longer values become a 64-bit hash (FNV-1a, two seeds) and their length.
 */
export function printOf(value: unknown): string {
  const text = canonical(value)
  return text.length <= 24 ? text : `${text.length}#${fnv(text, 0x811c9dc5)}${fnv(text, 0x01000193)}`
}

function fnv(text: string, seed: number): string {
  let hash = seed
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 16777619)
  return (hash >>> 0).toString(36)
}

export const recordKey = ({ kind, id }: { readonly kind: string; readonly id: string }): string =>
  `${kind}/${id}`

/** Returns a record's last server state. After an interrupted sync, checks whether each field arrived. */
export function knownOf(base: Base | undefined, here: Fields | undefined): Base | undefined {
  if (base?.before === undefined) return base
  const { before, ...arrived } = base
  const earlier = before === 'nothing' ? undefined : before
  if (!here) return earlier
  // Removed, trimmed and absent records have no known fields.
  const knew = earlier?.as ? {} : (earlier?.fields ?? {})
  const names = new Set([...Object.keys(arrived.fields), ...Object.keys(knew)])
  const fields = [...names].flatMap(name => {
    const print = Object.hasOwn(here, name) ? printOf(here[name]) : undefined
    const known = arrived.fields[name]?.[1] === print ? arrived.fields[name] : knew[name]
    return known ? [[name, known] as const] : []
  })
  // If no field has arrived, the record is still unknown.
  return fields.length === 0 && (!earlier || earlier.as)
    ? earlier
    : { ...arrived, fields: Object.fromEntries(fields) }
}

/** Returns a write with the fields that differ from the server's state; `undefined` if there are none. */
export function writeOf(
  key: string,
  { kind, trims, defaults, added = [] }: Pick<Collection, 'kind' | 'trims' | 'defaults' | 'added'>,
  id: string,
  here: Fields | undefined,
  noted: Base | undefined,
): LibraryWrite | undefined {
  const base = knownOf(noted, here)
  const write = { key, kind, id, base: base?.seq ?? 0 }
  if (!here) return base && !base.as && !trims ? { ...write, fields: {}, as: 'removed' } : undefined
  if (base?.as === 'absent') return undefined
  const knows = base?.as ? undefined : base?.fields
  const initial = defaults?.(id)
  const isSaid = (name: string, print: string) =>
    print === (knows?.[name]?.[1] ?? (initial && printOf(initial[name])))
  const fields = Object.fromEntries(
    Object.entries(here).filter(([name, value]) => !isSaid(name, printOf(value))),
  )
  const isEmpty = Object.keys(fields).length === 0
  if (!knows && initial && isEmpty) return undefined
  // The record was created again, so treat it as new to this device.
  if (base?.as === 'trimmed') return { ...write, base: 0, fields }
  if (!base || !knows) return { ...write, fields, ...(base && { as: 'restored' as const }) }
  // An older version doesn't support all settings, so missing fields are not removed.
  const gone = initial ? [] : Object.keys(knows)
  const without = gone.filter(name => !Object.hasOwn(here, name) && !added.includes(name))
  if (isEmpty && without.length === 0) return undefined
  return { ...write, fields, ...(without.length > 0 && { without }) }
}

export function baseAfter(before: Base | undefined, write: LibraryWrite, seq: number): Base | undefined {
  if (write.as === 'removed') return undefined
  const { kind, id, key } = write
  const fields = new Map(before?.as === 'removed' ? [] : Object.entries(before?.fields ?? {}))
  for (const [name, value] of Object.entries(write.fields)) fields.set(name, [key, printOf(value), seq])
  for (const name of write.without ?? []) fields.delete(name)
  return { kind, id, seq, fields: Object.fromEntries(fields) }
}

export interface Merged {
  readonly here: Fields | undefined
  readonly base: Base | undefined
  readonly conflicts: readonly Conflict[]
}

export function baseOf({ kind, id, seq, fields }: LibraryRecord, as?: Base['as']): Base {
  const known = Object.entries(fields).map(([name, { by, value, seq: at }]) => [
    name,
    [by, printOf(value), at] as const,
  ])
  return { kind, id, seq, fields: Object.fromEntries(known), ...(as && { as }) }
}

/** Marks local values as unchanged, so that the server's values replace them. Later edits are still sent. */
export function yieldingTo(
  { kind, id, fields, removedAt }: LibraryRecord,
  known: Base | undefined,
  here: Fields | undefined,
  both: readonly string[] = [],
): Base | undefined {
  if (!here || removedAt !== undefined || known?.as === 'removed') return known
  const knows = known?.as ? {} : (known?.fields ?? {})
  const names = Object.keys(fields).filter(name => Object.hasOwn(here, name) && !both.includes(name))
  const unchanged = names.map(name => [name, ['', printOf(here[name]), 0] as const])
  return { kind, id, seq: known?.seq ?? 0, fields: { ...Object.fromEntries(unchanged), ...knows } }
}

/**
 * Three-way merge of the local state, the server's last known state and its current state.
 * A field that changed on one side takes that side's value. If both sides changed it, the local value wins,
 * because its write arrives later. In fields listed in `both`, the server's value wins and the local value
 * becomes a conflict. Changes take precedence over removals.
 * @param device name of this device
 * @param restored whether the server was restored from a backup and may have lost values that this device had
 * sent
 */
export function merge(
  { trims, defaults, both = [], added = [] }: Pick<Collection, 'trims' | 'defaults' | 'both' | 'added'>,
  here: Fields | undefined,
  noted: Base | undefined,
  record: LibraryRecord,
  { device, restored }: { readonly device: string; readonly restored: boolean },
): Merged {
  const { kind, id, seq } = record
  const known = knownOf(noted, here)
  // A record that didn't fit on this device counts as new.
  const base = known?.as === 'absent' || known?.as === 'trimmed' ? undefined : known
  const conflicts: Conflict[] = []
  if (record.removedAt !== undefined) {
    // After a restore, the removed record may be a different one with the same ID.
    const isAnother =
      restored && Object.entries(base?.fields ?? {}).some(([name, [by]]) => record.fields[name]?.by !== by)
    const isChanged =
      here && (isAnother || !base || base.as === 'removed' || writeOf('', { kind, added }, id, here, base))
    return isChanged
      ? { here, base: { kind, id, seq, fields: {}, as: 'removed' }, conflicts }
      : { here: undefined, base: undefined, conflicts }
  }
  // Resend fields that a restore has reverted.
  const isOlder = (name: string) => {
    const theirs = record.fields[name]
    if (!base || (restored && theirs && both.includes(name))) return false
    return restored && !theirs ? true : (theirs?.seq ?? seq) <= (base.fields[name]?.[2] ?? 0)
  }
  const isTheirs = (name: string) => record.fields[name]?.by !== base?.fields[name]?.[0] && !isOlder(name)
  const names = new Set([...Object.keys(record.fields), ...Object.keys(base?.fields ?? {})])
  const now = baseOf(record)
  if (!here) {
    const isRemovedHere = base && !base.as && !trims
    // The record was trimmed, or was removed here and has not changed since.
    if (base && !base.as && (trims || ![...names].some(isTheirs)) && (isRemovedHere || trims))
      return { here, base: now, conflicts }
    return { here: shown(record, added), base: now, conflicts }
  }
  const merged = new Map(Object.entries(here))
  const knows = base?.as === 'removed' ? undefined : base?.fields
  const initial = defaults?.(id)
  for (const name of new Set([...names, ...Object.keys(here)])) {
    if (added.includes(name) || !isTheirs(name)) continue
    const theirs = record.fields[name]
    const isSame = theirs ? printOf(theirs.value) === printOf(here[name]) : !Object.hasOwn(here, name)
    if (isSame) continue
    const mine = Object.hasOwn(here, name) ? printOf(here[name]) : undefined
    const isKept = both.includes(name) && restored
    const isMine = isKept
      ? mine !== undefined
      : knows
        ? (knows[name]?.[1] ?? (initial && printOf(initial[name]))) !== mine
        : mine !== undefined
    // Fields missing because the record was removed and created again count as removed.
    if (isMine && mine !== undefined && !both.includes(name)) continue
    if (isMine && mine !== undefined) conflicts.push({ kind, id, field: name, value: here[name], device })
    if (theirs) merged.set(name, theirs.value)
    else merged.delete(name)
  }
  return { here: Object.fromEntries(merged), base: now, conflicts }
}

function shown({ fields }: LibraryRecord, added: readonly string[]): Fields {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !added.includes(name))
      .map(([name, { value }]) => [name, value]),
  )
}
