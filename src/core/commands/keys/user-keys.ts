/** The user's keys laid over those that the commands bring. */

import { type Disposable, disposable } from '../../platform/disposable.js'
import { type KeyLayer, keySettings } from '../../settings/core-settings.js'
import type { Settings } from '../../settings/settings.js'
import type { CommandRegistry } from '../command-registry.js'
import { canHoldTogether } from '../when/when-overlap.js'
import { parseBinding } from './keys.js'

export interface KeyOwner {
  readonly id: string
  readonly when?: string
  readonly defaultKeys: readonly string[]
}

/**
 * The keys of each command. Those of the user's layer count as they are, none among them; a default key goes to
 * a command of the user's layer that has it too, unless the two can never be used at the same time.
 */
export function effectiveKeys(
  commands: readonly KeyOwner[],
  userKeys: KeyLayer,
  mac: boolean,
): (command: KeyOwner) => readonly string[] {
  const taken = commands.flatMap(({ id, when }) =>
    (userKeys[id] ?? []).map(key => ({ when, strokes: strokesOf(key, mac) })),
  )
  return ({ id, when, defaultKeys }) => {
    // What another version of the program wrote may be no key of ours.
    const own = userKeys[id]?.filter(key => strokesOf(key, mac) !== undefined)
    if (own || taken.length === 0) return own ?? defaultKeys
    return defaultKeys.filter(key => {
      const strokes = strokesOf(key, mac)
      return !taken.some(other => other.strokes === strokes && canHoldTogether(other.when, when))
    })
  }
}

/** The same text for bindings that mean the same; undefined for what is none. */
export function strokesOf(binding: string, mac: boolean): string | undefined {
  try {
    return JSON.stringify(parseBinding(binding, mac))
  } catch {
    return undefined
  }
}

/** Keeps the commands' keys as the user's settings have them. */
export function followUserKeys(commands: CommandRegistry, settings: Settings): Disposable {
  const store = settings.store(keySettings)
  /** Keys of a command that has another id now are stored under that one. */
  const rename = () => {
    const stored = Object.entries(store.getState().keys)
    if (stored.every(([id]) => commands.currentId(id) === id)) return
    store.change({ keys: Object.fromEntries(stored.map(([id, keys]) => [commands.currentId(id), keys])) })
  }
  rename()
  commands.setUserKeys(store.getState().keys)
  const stops = [
    commands.all.subscribe(rename),
    store.subscribe(({ keys }) => commands.setUserKeys(keys)),
    store.subscribe(rename),
  ]
  return disposable(() => {
    for (const stop of stops) stop()
  })
}
