/** The user's keys laid over those that the commands bring. */
import type { KeyLayer } from '../../settings/core-settings.js'
import { canHoldTogether } from '../when/when-overlap.js'
import { strokesOf } from './keys.js'

interface KeyOwner {
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
