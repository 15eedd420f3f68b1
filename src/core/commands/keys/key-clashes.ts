/** Which keys of which commands get in each other's way, and how. Loaded where keys are changed or checked. */
import type { KeyLayer } from '../../settings/core-settings.js'
import type { Command } from '../command-registry.js'
import { canHoldTogether } from '../when/when-overlap.js'
import { bindingsClash, parseBinding } from './keys.js'

/**
 * `full`: the same strokes in the same layer, and both commands can be usable at the same time: only one of the
 * two will ever run then.
 *
 * `partial`: one is the beginning of the other, and both can be usable at the same time: the sequence cannot be
 * finished, since the shorter one runs first.
 *
 * `shadow`: the same strokes, and both can be usable at the same time, but one is the user's choice, which goes
 * before a key that a command brings.
 */
export type ClashKind = 'full' | 'partial' | 'shadow'

/** `apart`: the same strokes, but the two can never be usable at the same time; each has the key in its place. */
export type Meeting = ClashKind | 'apart'

export interface KeyClaim {
  readonly key: string
  /** The condition of its command. */
  readonly when?: string
  /** Chosen by the user. */
  readonly user?: boolean
}

/** @throws FretworkError `key_invalid`, `when_invalid` */
export function meetingOf(a: KeyClaim, b: KeyClaim, mac = false): Meeting | undefined {
  const [strokesA, strokesB] = [parseBinding(a.key, mac), parseBinding(b.key, mac)]
  if (!bindingsClash(strokesA, strokesB)) return undefined
  const together = canHoldTogether(a.when, b.when)
  // A sequence and its beginning, each in a place of its own, never meet.
  if (strokesA.length !== strokesB.length) return together ? 'partial' : undefined
  if (!together) return 'apart'
  return Boolean(a.user) === Boolean(b.user) ? 'full' : 'shadow'
}

type Named = Pick<Command, 'id' | 'title' | 'source' | 'when' | 'defaultKeys'>

export interface KeyClashReport {
  readonly kind: ClashKind
  /** The one that runs where both could: the user's before a default, the shorter before the longer. */
  readonly first: Named
  readonly firstKey: string
  readonly second: Named
  readonly secondKey: string
}

interface Claim extends KeyClaim {
  readonly command: Named
  /** The order in which keys are asked, lowest first. */
  readonly rank: number
}

/** Every clash between two different commands, in the order in which the keys are asked. */
export function keyClashes(commands: readonly Named[], userKeys: KeyLayer, mac = false): KeyClashReport[] {
  const claims = claimsOf(commands, userKeys)
  const reports: KeyClashReport[] = []
  for (const [index, a] of claims.entries()) {
    for (const b of claims.slice(index + 1)) {
      if (a.command.id === b.command.id) continue
      const kind = meetingOf(a, b, mac)
      if (!kind || kind === 'apart') continue
      const [first, second] = kind === 'partial' && lengthOf(b.key) < lengthOf(a.key) ? [b, a] : [a, b]
      reports.push({
        kind,
        first: first.command,
        firstKey: first.key,
        second: second.command,
        secondKey: second.key,
      })
    }
  }
  return reports
}

function claimsOf(commands: readonly Named[], userKeys: KeyLayer): Claim[] {
  const order = Object.keys(userKeys)
  const claims = commands.flatMap((command, index) => {
    const own = userKeys[command.id]
    // The latest choice goes before the earlier ones, and all of them before the defaults.
    const rank = own ? -order.indexOf(command.id) - 1 : index
    return (own ?? command.defaultKeys).map(
      (key): Claim => ({ command, key, when: command.when, user: own !== undefined, rank }),
    )
  })
  return claims.sort((a, b) => Number(b.user) - Number(a.user) || a.rank - b.rank)
}

function lengthOf(binding: string): number {
  return binding.trim().split(/\s+/).length
}
