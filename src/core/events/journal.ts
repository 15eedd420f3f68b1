/** Recent events for problem reports. Entries are not copied. Callers must omit private text. */

import { inject, injectable } from '../platform/inject.js'
import { CLOCK, type ClockPort, type LogEntry } from '../platform/ports.js'
import { type Disposable, disposable } from '../platform/store.js'
import { createToken } from '../platform/token.js'

interface EntryBase {
  readonly at: number
}

export interface JournalEvent extends EntryBase {
  readonly kind: 'event'
  readonly id: string
  readonly payload: unknown
}

export interface JournalCommand extends EntryBase {
  readonly kind: 'command'
  readonly id: string
  readonly args: unknown
  outcome?: { readonly ms: number } & ({ readonly value: unknown } | { readonly error: unknown })
}

export interface JournalCall extends EntryBase {
  readonly kind: 'call'
  readonly name: string
  readonly ms: number
  readonly status: number | undefined
  readonly request?: unknown
  readonly answer?: unknown
}

export interface JournalLog extends EntryBase {
  readonly kind: 'log'
  readonly entry: LogEntry
}

export type JournalEntry = JournalEvent | JournalCommand | JournalCall | JournalLog

export const KEPT_MS = 120_000
/** Maximum number of entries. A guitar can send a thousand pitch bends per second. */
const MOST_ENTRIES = 60_000
/** Number of entries removed together. Each removal copies the rest of the array. */
const REMOVED_AT_ONCE = 4096

export const JOURNAL = createToken<Journal>('core.journal', { permission: 'journal' })

@injectable()
export class Journal {
  private kept: JournalEntry[] = []
  private first = 0
  private begun: JournalEvent | undefined
  private readonly ignored = new Set<string>()
  private readonly listeners = new Set<(entry: JournalEntry) => void>()

  constructor(@inject(CLOCK) private readonly clock: Pick<ClockPort, 'now'>) {}

  now(): number {
    return this.clock.now()
  }

  add(entry: JournalEntry): void {
    this.keep(entry)
    this.tell(entry)
  }

  /** Records an event before its listeners run. The returned function records the result. */
  begin(entry: JournalEvent): () => void {
    if (this.ignored.has(entry.id)) return () => undefined
    this.keep(entry)
    const before = this.begun
    this.begun ??= entry
    return () => {
      this.begun = before
      this.tell(entry)
    }
  }

  get current(): JournalEvent | undefined {
    return this.begun
  }

  ignore(event: { readonly id: string }): void {
    this.ignored.add(event.id)
  }

  private keep(entry: JournalEntry): void {
    this.kept.push(entry)
    this.forget(entry.at)
  }

  private tell(entry: JournalEntry): void {
    for (const listener of this.listeners) listener(entry)
  }

  entries(): readonly JournalEntry[] {
    this.forget(this.now())
    return this.kept.slice(this.first)
  }

  clear(): void {
    this.kept = []
    this.first = 0
  }

  /** Called after the event's own listeners. */
  onEntry(listener: (entry: JournalEntry) => void): Disposable {
    this.listeners.add(listener)
    return disposable(() => this.listeners.delete(listener))
  }

  private forget(now: number): void {
    const { kept } = this
    for (; this.first < kept.length; this.first += 1) {
      const isOld = now - (kept[this.first]?.at ?? 0) > KEPT_MS
      if (!isOld && kept.length - this.first <= MOST_ENTRIES) break
    }
    if (this.first < REMOVED_AT_ONCE) return
    this.kept = kept.slice(this.first)
    this.first = 0
  }
}
