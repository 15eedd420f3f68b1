import type { KeyLayer } from '../../settings/core-settings.js'
import type { Command } from '../command-registry.js'
import { canHoldTogether } from '../when.js'
import { bindingsClash, parseBinding } from './keys.js'

/**
 * Key clashes between commands that can be available at the same time.
 * `full`: the same keys in the same layer.
 * `shadow`: the same keys, but the user-defined binding wins.
 * `partial`: one binding is a prefix of the other and runs first.
 */
export type ClashKind = 'full' | 'partial' | 'shadow'

export type Meeting = ClashKind | 'apart'

export interface KeyClaim {
  readonly key: string
  readonly when?: string | undefined
  readonly user?: boolean
}

interface ParsedClaim extends KeyClaim {
  readonly strokes: ReturnType<typeof parseBinding>
}

export function meetingOf(a: KeyClaim, b: KeyClaim, mac = false): Meeting | undefined {
  return meeting({ ...a, strokes: parseBinding(a.key, mac) }, { ...b, strokes: parseBinding(b.key, mac) })
}

function meeting(a: ParsedClaim, b: ParsedClaim): Meeting | undefined {
  if (!bindingsClash(a.strokes, b.strokes)) return undefined
  const together = canHoldTogether(a.when, b.when)
  if (a.strokes.length !== b.strokes.length) return together ? 'partial' : undefined
  if (!together) return 'apart'
  return Boolean(a.user) === Boolean(b.user) ? 'full' : 'shadow'
}

type Named = Pick<Command, 'id' | 'title' | 'source' | 'when' | 'keysWhen' | 'defaultKeys'>

export interface KeyClashReport {
  readonly kind: ClashKind
  readonly first: Named
  readonly firstKey: string
  readonly second: Named
  readonly secondKey: string
}

interface Claim extends ParsedClaim {
  readonly command: Named
  readonly rank: number
}

export function keyClashes(commands: readonly Named[], userKeys: KeyLayer, mac = false): KeyClashReport[] {
  const claims = claimsOf(commands, userKeys, mac)
  const reports: KeyClashReport[] = []
  for (const [index, a] of claims.entries()) {
    for (const b of claims.slice(index + 1)) {
      if (a.command.id === b.command.id) continue
      const kind = meeting(a, b)
      if (!kind || kind === 'apart') continue
      const [first, second] = kind === 'partial' && b.strokes.length < a.strokes.length ? [b, a] : [a, b]
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

export function keysWhenOf({ when, keysWhen }: Pick<Command, 'when' | 'keysWhen'>): string | undefined {
  return when && keysWhen ? `(${when}) && (${keysWhen})` : (when ?? keysWhen)
}

function claimsOf(commands: readonly Named[], userKeys: KeyLayer, mac: boolean): Claim[] {
  const order = Object.keys(userKeys)
  const claims = commands.flatMap((command, index) => {
    const own = userKeys[command.id]
    const rank = own ? -order.indexOf(command.id) - 1 : index
    const when = keysWhenOf(command)
    return (own ?? command.defaultKeys).map(
      (key): Claim => ({
        ...{ command, key, when, user: own !== undefined, rank },
        strokes: parseBinding(key, mac),
      }),
    )
  })
  return claims.sort((a, b) => Number(b.user) - Number(a.user) || a.rank - b.rank)
}
