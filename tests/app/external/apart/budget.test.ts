// How much a plugin that runs apart may send.
import { describe, expect, it } from 'vitest'
import { Budget, weightOf } from '../../../../src/app/external/apart/budget.js'

const LIMIT = 10_000

describe('a budget', () => {
  it('allows its amount at once, and comes back with time', () => {
    let now = 0
    const budget = new Budget(100, 50, () => now)
    expect(budget.spend(100)).toBe(true)
    expect(budget.spend(1)).toBe(false)
    now = 1000
    expect(budget.spend(50)).toBe(true)
    expect(budget.spend(1)).toBe(false)
  })

  it('saves nothing beyond its amount', () => {
    let now = 0
    const budget = new Budget(100, 50, () => now)
    now = 3_600_000
    expect(budget.spend(101)).toBe(false)
  })

  it('lets nothing through in advance: what was too much has used up the rest', () => {
    const budget = new Budget(100, 50, () => 0)
    expect(budget.spend(1000)).toBe(false)
    expect(budget.spend(1)).toBe(false)
  })
})

describe('the weight of a message', () => {
  it.each([
    ['nothing', undefined, 8],
    ['a number', 7, 8],
    ['a sentence', 'four', 12],
    ['bytes', new Uint8Array(500), 540],
    ['a buffer', new ArrayBuffer(500), 540],
    ['a list', [1, 2], 56],
    ['an object', { note: 64 }, 52],
    ['a date', new Date(0), 40],
  ])('of %s is about what it takes', (_, message, weight) => {
    expect(weightOf(message, LIMIT)).toBe(weight)
  })

  it.each([
    ['a long text', 'x'.repeat(LIMIT + 1)],
    ['an empty list that claims to be long', new Array(LIMIT / 8)],
    ['many members', Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`member${index}`, 1]))],
    ['one text many times', Array.from({ length: 50 }).fill('x'.repeat(1000))],
  ])('of %s is more than the limit', (_, message) => {
    expect(weightOf(message, LIMIT)).toBeGreaterThan(LIMIT)
  })

  it('is infinite for what is deeper than data, also where it contains itself', () => {
    let deep: unknown = 1
    for (let level = 0; level < 60; level++) deep = [deep]
    expect(weightOf(deep, LIMIT)).toBe(Number.POSITIVE_INFINITY)
    const ring: unknown[] = []
    ring.push(ring)
    expect(weightOf(ring, LIMIT)).toBe(Number.POSITIVE_INFINITY)
  })

  it.each([
    ['a map', new Map([['a', 'x'.repeat(100)]])],
    ['a set', new Set(['x'])],
    ['an error', new Error('x')],
  ])('is infinite for %s, whose content it does not see', (_, message) => {
    expect(weightOf({ message }, LIMIT)).toBe(Number.POSITIVE_INFINITY)
  })
})
