/** A stored list of items that users made and named. Each user of this browser sees only their own. */
import * as z from 'zod/mini'
import type { Disposable } from '../../../core/platform/disposable.js'
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

export interface CustomList<T> {
  readonly items: ReadonlyStore<readonly CustomItem<T>[]>
  /** @returns the entry; its id is made of its name */
  add(name: string, code: string): CustomItem<T> | undefined
  /** Gives an entry another name and another value; its id stays. @returns whether it could be done */
  change(id: string, name: string, code: string): boolean
  /** Removes an item. @returns a function that restores it at its index */
  remove(id: string): () => void
}

export interface CustomListParts<T> {
  readonly settings: SettingsStore<CustomListSettings>
  /** Account id; empty until it is known. */
  readonly user: ReadonlyStore<string>
  /** Decodes a stored code; `undefined` if it can't be read. */
  readonly read: (code: string, name: string) => T | undefined
  /** The word that an id is made of where a name has no letters for one. */
  readonly word: string
  /** Called with the number of unreadable items when it changes and isn't 0. */
  readonly onUnreadable: (number: number) => void
}

export function createCustomList<T>(parts: CustomListParts<T>): CustomList<T> & Disposable {
  const { settings, user, read, word, onUnreadable: complain } = parts
  let broken = 0
  const readAll = () => {
    const found: CustomItem<T>[] = []
    let unreadable = 0
    for (const stored of settings.getState().kept) {
      const { data } = entryShape.safeParse(stored)
      if (data && data.user !== user.getState()) continue
      const name = data ? shownName(data.name) : ''
      const value = data && read(data.code, name)
      const twice = found.some(other => other.id === data?.id)
      if (data && value !== undefined && !twice) found.push({ id: data.id, name, value })
      else unreadable += 1
    }
    if (unreadable > 0 && unreadable !== broken) complain(unreadable)
    broken = unreadable
    return found
  }
  const items = createStore<readonly CustomItem<T>[]>(readAll())
  const update = () => items.setState(readAll(), true)
  const stops = [settings.subscribe(update), user.subscribe(update)]

  const placeOf = (id: string) =>
    settings.getState().kept.findIndex(stored => {
      const { data } = entryShape.safeParse(stored)
      return data?.id === id && data.user === user.getState()
    })

  return {
    items,
    add(given, code) {
      const name = shownName(given)
      if (name === '' || read(code, name) === undefined) return undefined
      const id = freeId(name, word, items.getState())
      settings.change({ kept: [...settings.getState().kept, { id, user: user.getState(), name, code }] })
      return items.getState().find(item => item.id === id)
    },
    change(id, given, code) {
      const name = shownName(given)
      const before = settings.getState().kept
      const at = placeOf(id)
      if (at < 0 || name === '' || read(code, name) === undefined) return false
      settings.change({ kept: before.with(at, { id, user: user.getState(), name, code }) })
      return true
    },
    remove(id) {
      const before = settings.getState().kept
      const at = placeOf(id)
      if (at < 0) return () => undefined
      settings.change({ kept: before.filter((_, index) => index !== at) })
      return () => {
        if (items.getState().some(item => item.id === id)) return
        const now = settings.getState().kept
        settings.change({ kept: now.toSpliced(Math.min(at, now.length), 0, before[at]) })
      }
    },
    dispose() {
      for (const stop of stops) stop()
    },
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
