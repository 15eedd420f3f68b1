/** Due cards and a few new ones, in blocks of one kind. */
import type { Kind } from '../settings.js'
import type { Card } from './card.js'
import type { Memory } from './memory.js'

/** Questions of one kind, and with it one root, in a row. */
export const BLOCK = 5

export interface Asked {
  readonly last: string | undefined
  readonly kind: Kind | undefined
  readonly inBlock: number
  readonly newLeft: number
}

export const NOTHING_ASKED: Asked = { last: undefined, kind: undefined, inBlock: 0, newLeft: 10 }

export function pick(
  cards: readonly Card[],
  memory: Memory,
  nowMs: number,
  { last, kind, inBlock, newLeft }: Asked,
): Card | undefined {
  const dueAt = (card: Card) => memory[card.id]?.due ?? Number.POSITIVE_INFINITY
  const others = cards.length > 1 ? cards.filter(({ id }) => id !== last) : cards
  const due = others.filter(card => dueAt(card) <= nowMs).sort((a, b) => dueAt(a) - dueAt(b))
  const fresh = newLeft > 0 ? others.filter(({ id }) => memory[id] === undefined) : []
  const waiting = [...due, ...fresh]
  // With nothing due, practices ahead.
  if (waiting.length === 0) {
    const known = others.filter(({ id }) => memory[id] !== undefined)
    return known.sort((a, b) => dueAt(a) - dueAt(b))[0] ?? others[0]
  }
  const stays = inBlock < BLOCK ? waiting.find(card => card.kind === kind) : undefined
  return stays ?? waiting.find(card => card.kind !== kind) ?? waiting[0]
}
