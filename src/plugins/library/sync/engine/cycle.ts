/** One sync cycle: resends unanswered writes, pulls server changes, and pushes local changes. */
import {
  LIBRARY_LIMITS,
  type LibraryOutcome,
  type LibraryRecord,
  type LibraryWrite,
} from '../../../../core/contract/library.js'
import {
  batchOf,
  type CycleParts,
  type CycleResult,
  groupsBySize,
  isNoRoom,
  type LibraryServer,
  later,
  newestOf,
  type Place,
  refusalIn,
  refusalOf,
  type SyncMemory,
  type Tip,
} from './parts.js'
import {
  type Base,
  baseAfter,
  baseOf,
  type Collection,
  canonical,
  type Fields,
  knownOf,
  merge,
  recordKey,
  writeOf,
  yieldingTo,
} from './records.js'

/** Maximum number of rounds. A write is stale only if another device has written at the same time. */
const MOST_ROUNDS = 20

/** @throws errors from server calls. No data is lost, and the next cycle continues where this one stopped. */
export async function synchronise(parts: CycleParts, { pull }: CycleOptions): Promise<CycleResult> {
  const round = new Round(parts, await parts.memory.load())
  await round.sendAgain()
  if (pull) await round.pull(pull === 'everything')
  await round.push()
  return round.result()
}

export async function countWaiting({
  memory,
  collections,
}: Pick<CycleParts, 'memory' | 'collections'>): Promise<number> {
  const bases = basesOf(await memory.load())
  const counts = await Promise.all(
    collections.map(async collection => (await differencesOf(collection, bases, () => '')).length),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

function basesOf({ place, bases }: Awaited<ReturnType<SyncMemory['load']>>): Map<string, Base> {
  const arriving = place.arriving?.map(base => [recordKey(base), base] as const)
  return new Map([...bases, ...(arriving ?? [])])
}

async function differencesOf(
  collection: Collection,
  bases: ReadonlyMap<string, Base>,
  newKey: () => string,
): Promise<LibraryWrite[]> {
  const { kind } = collection
  const here = await collection.read()
  const ids = new Set(here.keys())
  for (const base of bases.values()) if (base.kind === kind) ids.add(base.id)
  return [...ids].flatMap(
    id => writeOf(newKey(), collection, id, here.get(id), bases.get(recordKey({ kind, id }))) ?? [],
  )
}

type Answered = Awaited<ReturnType<LibraryServer['write']>>

export interface CycleOptions {
  /**
   * `new`: server changes since the last cycle. `everything`: also records that didn't fit in storage before.
   */
  readonly pull: false | 'new' | 'everything'
}

class Round {
  private place: Place
  private readonly bases: Map<string, Base>
  private readonly refused = new Map<string, string>()
  private isRestored = false
  /** Records that were still arriving when the device stopped and haven't been stored individually. */
  private interrupted: readonly (readonly [string, Base])[]

  constructor(
    private readonly parts: CycleParts,
    loaded: Awaited<ReturnType<SyncMemory['load']>>,
  ) {
    const { arriving = [], ...place } = loaded.place
    this.place = place
    this.bases = basesOf(loaded)
    this.interrupted = arriving.map(base => [recordKey(base), base])
  }

  async result(): Promise<CycleResult> {
    const absent = [...this.bases.values()].filter(base => base.as === 'absent').length
    const names = new Map<string, string>()
    for (const { kind, read } of this.refused.size > 0 ? this.parts.collections : []) {
      for (const [id, { name }] of await read()) {
        const key = recordKey({ kind, id })
        if (typeof name === 'string' && this.refused.has(key)) names.set(key, name)
      }
    }
    return { refused: this.refused, names, absent, restored: this.isRestored }
  }

  /** Resends writes whose response may have been lost. The idempotency key prevents duplicates. */
  async sendAgain(): Promise<void> {
    if (this.place.pending.length > 0) await this.send()
  }

  private async send(): Promise<boolean> {
    let isSettled = true
    while (this.place.pending.length > 0) {
      const { pending, tip } = this.place
      const { outcomes, restored } = await this.written(pending, tip)
      if (restored) {
        await this.save({ ...this.place, tip: undefined, pending: [], restored: true }, new Map())
        await this.pull(false)
        return false
      }
      if (!(await this.settle(outcomes))) isSettled = false
    }
    return isSettled
  }

  /** Bisects a rejected call until the invalid write is found. */
  private async written(writes: readonly LibraryWrite[], tip: Tip | undefined): Promise<Answered> {
    try {
      return await this.parts.server.write(writes, tip)
    } catch (thrown) {
      const code = refusalIn(thrown)
      const [only] = writes
      if (code === undefined || !only) throw thrown
      if (writes.length === 1)
        return { outcomes: [{ key: only.key, outcome: 'refused', code }], restored: false }
      const half = Math.ceil(writes.length / 2)
      const first = await this.written(writes.slice(0, half), tip)
      if (first.restored) return first
      const rest = await this.written(writes.slice(half), tip)
      return { outcomes: [...first.outcomes, ...rest.outcomes], restored: rest.restored }
    }
  }

  async pull(everything: boolean): Promise<void> {
    const { server } = this.parts
    const hasAbsent = [...this.bases.values()].some(base => base.as === 'absent')
    if (everything && hasAbsent) this.place = { ...this.place, after: 0, tip: undefined }
    const seen = new Set<string>()
    // A full comparison may be interrupted. It continues until it is complete.
    this.isRestored = this.place.restored === true
    let from: Pick<Place, 'after' | 'tip'> = this.isRestored ? { after: 0 } : this.place
    let done = 0
    for (let more = true; more; ) {
      this.parts.signal?.throwIfAborted()
      const page = await server.changes(from.after, from.tip)
      if (page.restored) {
        this.isRestored = true
        seen.clear()
        await this.save({ ...this.place, tip: undefined, restored: true }, new Map())
      }
      for (const record of page.records) seen.add(recordKey(record))
      const reached = page.tip === undefined ? undefined : { seq: page.seq, key: page.tip }
      const known = page.restored ? undefined : from.tip
      from = { after: page.seq, tip: later(known, reached) }
      await this.take(page.records, this.isRestored ? this.place : from)
      more = page.more
      done += page.records.length
      this.parts.progress?.(done, more ? done + LIBRARY_LIMITS.page : done)
    }
    if (this.isRestored) {
      await this.forgetAllBut(seen)
      await this.save({ ...from, pending: [], hasTaken: true }, new Map())
    } else if (!this.place.hasTaken) await this.save({ ...this.place, hasTaken: true }, new Map())
  }

  /** Records that the server doesn't know count as new. */
  private async forgetAllBut(seen: ReadonlySet<string>): Promise<void> {
    const lost = [...this.bases.keys()].filter(key => !seen.has(key))
    await this.save(this.place, new Map(lost.map(key => [key, undefined])))
  }

  async push(): Promise<void> {
    let isSettled = false
    for (let round = 0; round < MOST_ROUNDS && !isSettled; round += 1) {
      isSettled = true
      for (const collection of this.parts.collections) if (!(await this.pushOf(collection))) isSettled = false
    }
  }

  private async pushOf(collection: Collection): Promise<boolean> {
    if (collection.trims) await this.noteTrimmed(collection)
    const all = await differencesOf(collection, this.bases, this.parts.newKey)
    for (const write of all) {
      const code = refusalOf(write)
      if (code !== undefined) this.refused.set(recordKey(write), code)
    }
    const writes = all.filter(write => !this.refused.has(recordKey(write)))
    let isSettled = true
    for (let sent = 0; sent < writes.length; ) {
      this.parts.signal?.throwIfAborted()
      const batch = await this.withFiles(collection, batchOf(writes, sent))
      sent += batch.taken
      if (batch.writes.length > 0) {
        await this.save({ ...this.place, pending: batch.writes }, new Map())
        if (!(await this.send())) isSettled = false
      }
      this.parts.progress?.(sent, writes.length)
    }
    return isSettled
  }

  /** Records trimmed on this device must not count as removed when they are created again. */
  private async noteTrimmed({ kind, read }: Collection): Promise<void> {
    const here = await read()
    const gone = [...this.bases.values()].filter(base => base.kind === kind && !base.as && !here.has(base.id))
    if (gone.length === 0) return
    await this.save(this.place, new Map(gone.map(base => [recordKey(base), { ...base, as: 'trimmed' }])))
  }

  private async withFiles(
    collection: Collection,
    batch: ReturnType<typeof batchOf>,
  ): Promise<ReturnType<typeof batchOf>> {
    const isNew = ({ kind, id, as }: LibraryWrite) =>
      as !== 'removed' && !this.isKnown(recordKey({ kind, id }))
    const ids = collection.sendAhead ? batch.writes.filter(isNew).map(({ id }) => id) : []
    if (!collection.sendAhead || ids.length === 0) return batch
    const more = await collection.sendAhead(ids)
    const writes = batch.writes.flatMap(write => {
      if (!ids.includes(write.id)) return write
      const added = more.get(write.id)
      if (typeof added === 'string') this.refused.set(recordKey(write), added)
      return typeof added === 'object' ? { ...write, fields: { ...write.fields, ...added } } : []
    })
    return { ...batch, writes }
  }

  private isKnown(key: string): boolean {
    const base = this.bases.get(key)
    return base !== undefined && base.as !== 'removed'
  }

  /**
   * Applies the server's response. Writes without an outcome stay pending.
   * @returns whether no write was stale
   */
  private async settle(outcomes: readonly LibraryOutcome[]): Promise<boolean> {
    const byKey = new Map(outcomes.map(outcome => [outcome.key, outcome]))
    const bases = new Map<string, Base | undefined>()
    const stale: LibraryRecord[] = []
    let { after, tip } = this.place
    const unanswered: LibraryWrite[] = []
    for (const write of this.place.pending) {
      const key = recordKey(write)
      const answer = byKey.get(write.key)
      if (!answer && outcomes.length > 0) {
        unanswered.push(write)
        continue
      }
      const { outcome, seq, record, code } = answer ?? { outcome: 'refused', code: 'unanswered' }
      if (outcome === 'kept' && seq !== undefined) {
        bases.set(key, baseAfter(this.bases.get(key), write, seq))
        // No other device has written in between, so there is nothing to fetch.
        if (seq === after + 1) after = seq
        tip = later(tip, { seq, key: write.key })
      }
      if (outcome === 'stale' && record) stale.push(record)
      if (outcome === 'refused') this.refused.set(key, code ?? 'refused')
    }
    await this.save({ ...this.place, after, tip, pending: unanswered }, bases)
    if (stale.length > 0) await this.take(stale, this.place)
    return stale.length === 0
  }

  private async take(
    records: readonly LibraryRecord[],
    { after, tip }: Pick<Place, 'after' | 'tip'>,
  ): Promise<void> {
    for (const collection of this.parts.collections) {
      const mine = records.filter(({ kind }) => kind === collection.kind)
      const groups = collection.prepare ? groupsBySize(mine) : [mine]
      for (const [index, group] of groups.entries()) {
        this.parts.signal?.throwIfAborted()
        if (group.length === 0) continue
        const bases = await this.takeInto(collection, group, groups[index + 1])
        const { arriving: _kept, ...place } = this.place
        await this.save({ ...place, tip: later(place.tip, newestOf(group)) }, bases)
      }
    }
    await this.save({ ...this.place, after, tip: later(this.place.tip, tip) }, new Map())
  }

  private async takeInto(
    collection: Collection,
    records: readonly LibraryRecord[],
    next: readonly LibraryRecord[] = [],
  ): Promise<Map<string, Base | undefined>> {
    const { device, setAside } = this.parts
    const keyOf = (id: string) => recordKey({ kind: collection.kind, id })
    const yields = collection.defaults !== undefined || !this.place.hasTaken
    const notedOf = (record: LibraryRecord, here: Fields | undefined) => {
      const noted = this.bases.get(keyOf(record.id))
      return yields && noted?.before === undefined ? yieldingTo(record, noted, here, collection.both) : noted
    }
    const mergeOne = (record: LibraryRecord, here: Fields | undefined) =>
      merge(collection, here, notedOf(record, here), record, { device, restored: this.isRestored })
    const again: LibraryRecord[] = []
    const live = records.filter(record => record.removedAt === undefined)
    const absent = new Set(await collection.prepare?.(live, id => this.isKnown(keyOf(id))))
    collection.expect?.(next.filter(record => record.removedAt === undefined))
    const byId = new Map(records.map(record => [record.id, record]))
    let before = await collection.read()
    // Store the losing value as a conflict before replacing it.
    const lost = records.flatMap(record => mergeOne(record, before.get(record.id)).conflicts)
    if (lost.length > 0) {
      await setAside(lost)
      // Another tab may have made changes in the meantime.
      before = await collection.read()
    }
    const kept = new Set(lost.map(canonical))
    const arriving = live
      .filter(({ id }) => !absent.has(id))
      .map((record): Base => {
        const here = before.get(record.id)
        return { ...baseOf(record), before: knownOf(notedOf(record, here), here) ?? 'nothing' }
      })
    // One large write is faster than many small ones.
    await this.save(
      {
        ...{ ...this.place, arriving: [...(this.place.arriving ?? []), ...arriving] },
        tip: later(this.place.tip, newestOf(records)),
      },
      new Map(),
    )
    for (const base of arriving) this.bases.set(recordKey(base), base)
    const bases = new Map<string, Base | undefined>()
    const mergeInto = (id: string, here: Fields | undefined) => {
      const record = byId.get(id)
      if (!record) return here
      const merged = mergeOne(record, here)
      if (merged.conflicts.some(conflict => !kept.has(canonical(conflict)))) {
        // Another tab has changed the record meanwhile. Set its conflicting value aside before merging.
        again.push(record)
        return here
      }
      const isAbsent = !here && merged.here !== undefined && absent.has(id)
      bases.set(keyOf(id), isAbsent ? baseOf(record, 'absent') : merged.base)
      if (isAbsent) return undefined
      return here && merged.here && canonical(here) === canonical(merged.here) ? here : merged.here
    }
    try {
      await collection.change([...byId.keys()], mergeInto)
    } catch (thrown) {
      if (!isNoRoom(thrown)) throw thrown
      for (const id of byId.keys()) await this.changeIfRoom(collection, id, mergeInto, absent)
    }
    if (again.length > 0) for (const entry of await this.takeInto(collection, again)) bases.set(...entry)
    return bases
  }

  /** Changes records one by one if storage is full. Records that don't fit stay on the server. */
  private async changeIfRoom(
    collection: Collection,
    id: string,
    mergeInto: Parameters<Collection['change']>[1],
    absent: Set<string>,
  ): Promise<void> {
    try {
      await collection.change([id], mergeInto)
    } catch (thrown) {
      if (!isNoRoom(thrown)) throw thrown
      absent.add(id)
      mergeInto(id, undefined)
    }
  }

  private async save(place: Place, bases: ReadonlyMap<string, Base | undefined>): Promise<void> {
    await this.parts.memory.save(place, new Map([...this.interrupted, ...bases]))
    this.interrupted = []
    this.place = place
    for (const [key, base] of bases) {
      if (base) this.bases.set(key, base)
      else this.bases.delete(key)
    }
  }
}
