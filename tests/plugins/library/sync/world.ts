// Simulates a server and three devices with two tabs each, running the code of both sides without a network.

import { decide, type KeptRecord } from '../../../../server/library/decide.js'
import type { LibraryOutcome, LibraryRecord, LibraryWrite } from '../../../../src/core/contract/library.js'
import { synchronise } from '../../../../src/plugins/library/sync/engine/cycle.js'
import type {
  LibraryServer,
  Place,
  SyncMemory,
  Tip,
} from '../../../../src/plugins/library/sync/engine/parts.js'
import {
  type Base,
  type Collection,
  type Conflict,
  canonical,
  type Fields,
  recordKey,
} from '../../../../src/plugins/library/sync/engine/records.js'
import { NOWHERE } from '../../../../src/plugins/library/sync/local/stored-memory.js'

/** Seeded random numbers from 0 to 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export class Killed extends Error {}
export class Unreachable extends Error {}

type Kind = Pick<Collection, 'kind' | 'both' | 'trims' | 'defaults'>

/**
 * Record kinds: `named` keeps both conflicting names, `whole` is merged as a whole, `trimmed` may be
 * discarded by devices, and `settings` also has defaults.
 */
export const KINDS: readonly (Kind & { readonly fields: readonly string[] })[] = [
  { kind: 'named', fields: ['name', 'color'], both: ['name'] },
  { kind: 'whole', fields: ['value'] },
  { kind: 'trimmed', fields: ['a', 'b'], trims: true },
  {
    ...{ kind: 'settings', fields: ['scale', 'tuning', 'frets'], trims: true },
    defaults: () => ({ scale: 'C', tuning: 'E', frets: 12 }),
  },
]
const IDS = ['one', 'two', 'three']

/** A user's edit, with the new value and the value shown before. */
export interface Edit {
  readonly key: string
  readonly field: string
  readonly value: string | undefined
  readonly over: string | undefined
  readonly device: string
  /** Whether the device has since reported that all changes are saved. */
  isAcknowledged: boolean
  /** Whether the device lost the edit before it was acknowledged. The server may still have it. */
  isForgotten: boolean
}

/** Random failures between the steps of a device. */
export interface Chaos {
  readonly random: () => number
  /** Probabilities (0–1) that the device crashes, the network fails, or another tab writes. */
  readonly kill: number
  readonly loss: number
  readonly edit: number
}

export class SimulatedServer {
  records = new Map<string, KeptRecord>()
  writes = new Map<string, number>()
  seq = 0

  copy() {
    return { records: new Map(this.records), writes: new Map(this.writes), seq: this.seq }
  }

  setBack({ records, writes, seq }: ReturnType<SimulatedServer['copy']>): void {
    this.records = new Map(records)
    this.writes = new Map(writes)
    this.seq = seq
  }

  changes(after: number, tip: Tip | undefined) {
    const keyAt = (seq: number) => [...this.writes].find(([, at]) => at === seq)?.[0]
    const restored = after > this.seq || this.lacks(tip)
    const later = [...this.records.values()]
      .filter(({ seq }) => seq > (restored ? 0 : after))
      .toSorted((a, b) => a.seq - b.seq)
    // Pages contain two records so that devices can crash between pages.
    const page = later.slice(0, 2)
    const more = later.length > page.length
    const seq = more ? (page.at(-1)?.seq ?? 0) : this.seq
    const key = keyAt(seq)
    return { records: page.map(shown), seq, ...(key !== undefined && { tip: key }), more, restored }
  }

  /** Counterpart of `isRestored` on the server. */
  private lacks(tip: Tip | undefined): boolean {
    const there = [...this.writes].find(([, at]) => at === tip?.seq)?.[0]
    return tip !== undefined && (tip.seq > this.seq || (there !== undefined && there !== tip.key))
  }

  write(writes: readonly LibraryWrite[], tip: Tip | undefined, now: number) {
    if (this.lacks(tip)) return { outcomes: [], restored: true }
    // A call accepts two writes so that devices must send the others again.
    return { outcomes: this.outcomesOf(writes.slice(0, 2), now), restored: false }
  }

  private outcomesOf(writes: readonly LibraryWrite[], now: number): LibraryOutcome[] {
    const room = {
      ...{ songs: 0, songLimit: 99, records: 0, recordLimit: 99, bytes: 0, byteLimit: 1e9 },
      hasFile: () => true,
    }
    return writes.map(write => {
      const { key } = write
      const again = this.writes.get(key)
      if (again !== undefined) return { key, outcome: 'kept', seq: again }
      const before = this.records.get(recordKey(write))
      const decision = decide(write, before, room, { seq: this.seq + 1, now })
      if (decision.outcome === 'refused') return { key, ...decision }
      if (decision.outcome === 'stale')
        return { key, outcome: 'stale', ...(before && { record: shown(before) }) }
      if (!decision.record) return { key, outcome: 'kept', seq: before?.seq ?? this.seq }
      this.seq += 1
      this.records.set(recordKey(write), decision.record)
      this.writes.set(key, this.seq)
      return { key, outcome: 'kept', seq: this.seq }
    })
  }
}

const shown = (record: KeptRecord): LibraryRecord => structuredClone(record) as LibraryRecord

export class SimulatedDevice {
  here = new Map<string, Map<string, Fields>>()
  bases = new Map<string, Base>()
  place: Place = NOWHERE
  isReachable = true

  constructor(
    readonly name: string,
    private readonly server: SimulatedServer,
    private readonly chaos: Chaos,
    private readonly edits: Edit[],
    private readonly nextToken: () => string,
    private readonly kinds = KINDS,
  ) {
    this.evict()
  }

  /** Deletes all data as a browser does under storage pressure, including unsynced changes. */
  evict(): void {
    this.forget(() => true)
    this.here = new Map(
      [...KINDS, { kind: 'Conflict', defaults: undefined }].map(({ kind, defaults }) => [
        kind,
        new Map(defaults && IDS.map(id => [id, defaults(id) ?? {}])),
      ]),
    )
    this.bases = new Map()
    this.place = NOWHERE
  }

  /** Makes a random edit as a user in one of the tabs. */
  edit(): void {
    const { random } = this.chaos
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
    this.change(pick(KINDS), pick(IDS))
  }

  change({ kind, fields, defaults }: (typeof KINDS)[number], id: string): void {
    const { random } = this.chaos
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
    const records = this.here.get(kind)
    const now = records?.get(id)
    const key = recordKey({ kind, id })
    const edit = (field: string, value: string | undefined, over: string | undefined) =>
      this.edits.push({
        ...{ key, field, value, over, device: this.name },
        ...{ isAcknowledged: false, isForgotten: false },
      })
    const initial = defaults?.(id)
    if (now && initial) {
      const field = pick(fields)
      const over = now[field] === initial[field] ? undefined : String(now[field])
      const value = over !== undefined && random() < 0.15 ? undefined : this.nextToken()
      edit(field, value, over)
      records?.set(id, { ...now, [field]: value ?? initial[field] })
      return
    }
    if (now && kind !== 'trimmed' && random() < 0.15) {
      for (const [field, value] of Object.entries(now)) edit(field, undefined, String(value))
      records?.delete(id)
      return
    }
    if (now && kind === 'trimmed' && random() < 0.1) {
      // The device trims records when storage runs out.
      records?.delete(id)
      this.forget(other => other.key === key)
      return
    }
    // Skips the rare case of a record trimmed and recreated before a sync, which counts as a change.
    if (!now && kind === 'trimmed' && this.bases.get(key) && !this.bases.get(key)?.as) return
    const field = (now ? pick(fields) : fields[0]) ?? ''
    const value = this.nextToken()
    edit(field, value, now?.[field] === undefined ? undefined : String(now[field]))
    records?.set(id, { ...now, [field]: value })
  }

  private forget(which: (edit: Edit) => boolean): void {
    for (const edit of this.edits)
      if (edit.device === this.name && !edit.isAcknowledged && which(edit)) edit.isForgotten = true
  }

  /** Syncs one of the tabs. @returns whether the sync finished */
  async synchronise(pull: 'new' | 'everything' = 'everything'): Promise<boolean> {
    const sent = this.edits.filter(({ device, isAcknowledged }) => device === this.name && !isAcknowledged)
    try {
      await synchronise(
        {
          memory: this.memory(),
          server: this.network(),
          collections: this.collections(),
          setAside: conflicts => this.setAside(conflicts),
          device: this.name,
          newKey: () => `${this.nextToken()}-of-16-letters`,
        },
        { pull },
      )
      for (const edit of sent) edit.isAcknowledged = !edit.isForgotten
      return true
    } catch (thrown) {
      if (thrown instanceof Killed || thrown instanceof Unreachable) return false
      throw thrown
    }
  }

  collections(): Collection[] {
    const named = this.kinds.map(kind => this.collection(kind))
    return [...named, this.collection({ kind: 'Conflict' })]
  }

  private collection(kind: Kind): Collection {
    const records = () => this.here.get(kind.kind) ?? new Map<string, Fields>()
    return {
      ...kind,
      read: async () => {
        await this.between()
        return new Map(records())
      },
      change: async (ids, merge) => {
        await this.between()
        const next = new Map(records())
        for (const id of ids) {
          const merged = merge(id, next.get(id))
          if (merged) next.set(id, merged)
          else next.delete(id)
        }
        this.here.set(kind.kind, next)
        await this.between()
      },
    }
  }

  private async setAside(conflicts: readonly Conflict[]): Promise<void> {
    for (const conflict of conflicts) this.here.get('Conflict')?.set(canonical(conflict), { ...conflict })
    await this.between()
  }

  private memory(): SyncMemory {
    return {
      load: async () => ({ place: this.place, bases: new Map(this.bases) }),
      save: async (place, bases) => {
        await this.between()
        this.place = place
        for (const [key, base] of bases) {
          if (base) this.bases.set(key, base)
          else this.bases.delete(key)
        }
        await this.between()
      },
    }
  }

  /** Network that drops requests and responses and repeats requests. */
  private network(): LibraryServer {
    const { random, loss } = this.chaos
    const through = async <T>(work: () => T): Promise<T> => {
      await this.between()
      if (!this.isReachable || random() < loss) throw new Unreachable()
      if (random() < loss) work()
      const answer = work()
      if (random() < loss) throw new Unreachable()
      await this.between()
      return structuredClone(answer)
    }
    return {
      changes: (after, tip) => through(() => this.server.changes(after, tip)),
      // The server's clock may be off by a day because ordering never depends on it.
      write: (writes, tip) =>
        through(() => this.server.write(writes, tip, (random() - 0.5) * 2 * 86_400_000)),
    }
  }

  private async between(): Promise<void> {
    const { random, kill, edit } = this.chaos
    if (random() < kill) throw new Killed()
    if (random() < edit) this.edit()
  }
}
