import { beforeEach, describe, expect, it } from 'vitest'
import { CallBudget } from '../../../server/http/call-budget.js'

let now: number
let budget: CallBudget
beforeEach(() => {
  now = 0
  budget = new CallBudget(20, () => now)
})

const spend = (account: string, cost: number) => {
  try {
    budget.spend(account, cost)
    return 'spent'
  } catch (problem) {
    return (problem as { extra: object }).extra
  }
}
const refused = (seconds: string, notice?: string) => ({ headers: { 'retry-after': seconds }, notice })

describe('the calls of an account', () => {
  it('are limited per minute by their cost, with one log line for the operator', () => {
    for (let call = 0; call < 4; call++) expect(spend('busy', 5)).toBe('spent')
    now = 30_000
    expect(spend('busy', 1)).toEqual(
      refused('30', 'The account busy reached the limit of 20 calls a minute.'),
    )
    expect(spend('busy', 1)).toEqual(refused('30'))
    now = 60_000
    expect(spend('busy', 20)).toBe('spent')
  })

  it('do not count for another account, and are always allowed if they cost nothing', () => {
    spend('busy', 21)
    expect([spend('calm', 20), spend('busy', 0)]).toEqual(['spent', 'spent'])
  })
})
