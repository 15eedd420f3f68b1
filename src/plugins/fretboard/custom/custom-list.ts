/** A stored list of items that users made and named. Each user of this browser sees only their own. */
import * as z from 'zod/mini'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import type { SettingsStore } from '../../../core/settings/settings.js'
import type { CustomListSettings } from '../settings.js'
import { shownName } from '../tunings/tuning-code.js'

/** How an item is stored. `user` is the account id. */
const entryShape = z.object({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/)),
  user: z.string(),
  name: z.string(),
  code: z.string(),
})

export interface CustomItem<T> {
  readonly id: string
  readonly name: string
  readonly value: T
}

export interface CustomListParts<T> {
  readonly settings: SettingsStore<CustomListSettings>
  /** Account id; empty until it is known. */
  readonly user: ReadonlyStore<string>
  /** Decodes a stored code; `undefined` if it can't be read. */
  readonly read: (code: string, name: string) => T | undefined
  /** Id of items whose name has no letters for one. */
  readonly word: string
  /** Called with the number of unreadable items when it changes and isn't 0. */
  readonly onUnreadable: (number: number) => void
}

export class CustomList<T> {
  private unreadable = 0
  private readonly store = createStore<readonly CustomItem<T>[]>([])
  readonly items: ReadonlyStore<readonly CustomItem<T>[]> = this.store
  private readonly stops: readonly (() => void)[]

  constructor(private readonly parts: CustomListParts<T>) {
    const update = () => this.store.setState(this.readAll(), true)
    update()
    this.stops = [parts.settings.subscribe(update), parts.user.subscribe(update)]
  }

  /** @returns the new item, with an id made from its name; `undefined` if name or code are invalid */
  add(given: string, code: string): CustomItem<T> | undefined {
    const name = shownName(given)
    if (!this.isValid(name, code)) return undefined
    const id = freeId(name, this.parts.word, this.items.getState())
    this.write([...this.stored, this.entry(id, name, code)])
    return this.items.getState().find(item => item.id === id)
  }

  /** Changes name and value of an item; its id stays. @returns whether it was changed */
  change(id: string, given: string, code: string): boolean {
    const name = shownName(given)
    const at = this.indexOf(id)
    if (at < 0 || !this.isValid(name, code)) return false
    this.write(this.stored.with(at, this.entry(id, name, code)))
    return true
  }

  /** Removes an item. @returns a function that restores it at its index */
  remove(id: string): () => void {
    const before = this.stored
    const at = this.indexOf(id)
    if (at < 0) return () => undefined
    this.write(before.toSpliced(at, 1))
    return () => {
      if (this.items.getState().some(item => item.id === id)) return
      this.write(this.stored.toSpliced(Math.min(at, this.stored.length), 0, before[at]))
    }
  }

  dispose(): void {
    for (const stop of this.stops) stop()
  }

  private get stored(): readonly unknown[] {
    return this.parts.settings.getState().kept
  }

  private write(kept: readonly unknown[]): void {
    this.parts.settings.change({ kept })
  }

  private entry(id: string, name: string, code: string) {
    return { id, user: this.parts.user.getState(), name, code }
  }

  private isValid(name: string, code: string): boolean {
    return name !== '' && this.parts.read(code, name) !== undefined
  }

  private indexOf(id: string): number {
    return this.stored.findIndex(stored => {
      const { data } = entryShape.safeParse(stored)
      return data?.id === id && data.user === this.parts.user.getState()
    })
  }

  private readAll(): readonly CustomItem<T>[] {
    const { user, read, onUnreadable } = this.parts
    const found: CustomItem<T>[] = []
    let unreadable = 0
    for (const stored of this.stored) {
      const { data } = entryShape.safeParse(stored)
      if (data && data.user !== user.getState()) continue
      const name = data ? shownName(data.name) : ''
      const value = data && read(data.code, name)
      const twice = found.some(other => other.id === data?.id)
      if (data && value !== undefined && !twice) found.push({ id: data.id, name, value })
      else unreadable += 1
    }
    if (unreadable > 0 && unreadable !== this.unreadable) onUnreadable(unreadable)
    this.unreadable = unreadable
    return found
  }
}

/** The name in small letters with hyphens, and a number where that is taken: `slack-key-2`. */
function freeId(name: string, word: string, taken: readonly { readonly id: string }[]): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const base = (plain === '' ? word : plain).slice(0, 40)
  let id = base
  for (let number = 2; taken.some(other => other.id === id); number += 1) id = `${base}-${number}`
  return id
}
