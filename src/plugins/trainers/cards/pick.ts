/** Which card comes next: what is due, a few new ones, and one kind for some questions before the next kind. */
import type { Kind } from '../kinds.js'
import type { Card } from './card.js'
import type { Memory } from './memory.js'

/** A kind, and with it a root, stays for so many questions. */
export const BLOCK = 5

export interface Asked {
  /** The last card. */
  readonly last: string | undefined
  /** The kind that is asked, and how often in a row. */
  readonly kind: Kind | undefined
  readonly inBlock: number
  /** Cards that may still be learned in this round. */
  readonly newLeft: number
}

export const NOTHING_ASKED: Asked = { last: undefined, kind: undefined, inBlock: 0, newLeft: 10 }

/** @param nowMs milliseconds since 1970 @returns `undefined` only for no cards at all */
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
  // With nothing to do, what comes soonest is practiced ahead.
  if (waiting.length === 0) {
    const known = others.filter(({ id }) => memory[id] !== undefined)
    return known.sort((a, b) => dueAt(a) - dueAt(b))[0] ?? others[0]
  }
  const stays = inBlock < BLOCK ? waiting.find(card => card.kind === kind) : undefined
  return stays ?? waiting.find(card => card.kind !== kind) ?? waiting[0]
}
