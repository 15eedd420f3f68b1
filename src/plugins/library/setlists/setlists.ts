import * as z from 'zod/mini'
import type { Session } from '../../../core/auth/session.js'
import { freeId } from '../../../core/platform/free-id.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { DerivedStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import type { SettingsStore } from '../../../core/settings/settings.js'

/** Bar number. A pickup is bar 0. */
const bar = z.int().check(z.minimum(0), z.maximum(100_000))

/** Tempo limits, percent. */
export const TEMPO = { least: 25, most: 200 }

const entryShape = z.object({
  /** Song ID in the account. */
  song: z.string(),
  title: z.string(),
  tempo: z.int().check(z.minimum(TEMPO.least), z.maximum(TEMPO.most)),
  /** First and last bar. Default: the whole song. */
  from: z.optional(bar),
  to: z.optional(bar),
})
export type SetlistEntry = z.infer<typeof entryShape>

const setlistShape = z.object({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/)),
  user: z.string(),
  name: z.string(),
  songs: z.array(entryShape),
})
export type Setlist = z.infer<typeof setlistShape>

const { gone, nameless } = phrases({
  gone: 'This setlist was deleted, here or on another device.',
  nameless: 'Give the setlist a name.',
})

export class Setlists {
  /** Sorted by name. */
  readonly lists = new DerivedStore(() => this.read())

  private readonly stops: readonly (() => void)[]

  constructor(
    private readonly settings: SettingsStore<{ readonly kept: readonly unknown[] }>,
    private readonly session: ReadonlyStore<Session>,
  ) {
    const outdated = () => this.lists.outdated()
    this.stops = [settings.subscribe(outdated), session.subscribe(outdated)]
  }

  dispose(): void {
    for (const stop of this.stops) stop()
  }

  /** @throws FretworkError `setlist_unknown` */
  get(id: string): Setlist {
    const found = this.lists.getState().find(list => list.id === id)
    if (!found) throw new FretworkError('setlist_unknown', gone)
    return found
  }

  /** @throws FretworkError `name_invalid` */
  add(given: string): Setlist {
    const name = validName(given)
    const taken = new Set(this.read().map(({ id }) => id))
    const list = { id: freeId(name, 'setlist', id => taken.has(id)), user: this.user, name, songs: [] }
    this.settings.change({ kept: [...this.stored, list] })
    return list
  }

  /** @throws FretworkError `setlist_unknown`, `name_invalid` */
  change(id: string, change: Partial<Pick<Setlist, 'name' | 'songs'>>): void {
    const before = this.get(id)
    const name = change.name === undefined ? before.name : validName(change.name)
    this.put(id, { ...before, ...change, name })
  }

  /**
   * @returns an undo function
   * @throws FretworkError `setlist_unknown`
   */
  remove(id: string): () => void {
    const before = this.get(id)
    this.put(id, undefined)
    return () => {
      if (!this.lists.getState().some(list => list.id === id))
        this.settings.change({ kept: [...this.stored, before] })
    }
  }

  private put(id: string, list: Setlist | undefined): void {
    const kept = this.stored.flatMap(each => {
      const { data } = setlistShape.safeParse(each)
      return data?.id === id && data.user === this.user ? (list ?? []) : [each]
    })
    this.settings.change({ kept })
  }

  private read(): readonly Setlist[] {
    const mine = this.stored.flatMap(each => {
      const { data } = setlistShape.safeParse(each)
      return data?.user === this.user ? [data] : []
    })
    return mine.toSorted((a, b) => a.name.localeCompare(b.name))
  }

  private get stored(): readonly unknown[] {
    return this.settings.getState().kept
  }

  private get user(): string {
    return this.session.getState().user?.id ?? ''
  }
}

export const SETLISTS = createToken<Setlists>('library.setlists')

function validName(given: string): string {
  const name = given.trim()
  if (name === '' || name.length > 60) throw new FretworkError('name_invalid', nameless)
  return name
}
