import { beforeEach, expect, it } from 'vitest'
import { CallBudget } from '../../../server/http/call-budget.js'

let now: number
let budget: CallBudget
beforeEach(() => {
  now = 0
  budget = new CallBudget('account', 20, () => now)
})

const spend = (account: string, cost: number) => {
  try {
    budget.spend({ id: account, tenant: 'fretwork' }, cost)
    return 'spent'
  } catch (problem) {
    return (problem as { extra: object }).extra
  }
}
const refused = (seconds: string, notice?: string) => ({ headers: { 'retry-after': seconds }, notice })

it('the cost of calls is limited per minute, with one log line per limited account', () => {
  for (let call = 0; call < 4; call++) expect(spend('busy', 5)).toBe('spent')
  now = 30_000
  expect(spend('busy', 1)).toEqual(refused('30', 'The account busy reached the limit of 20 calls a minute.'))
  expect(spend('busy', 1)).toEqual(refused('30'))
  now = 60_000
  expect(spend('busy', 20)).toBe('spent')
})

it('other accounts and free calls are not limited', () => {
  spend('busy', 21)
  expect([spend('calm', 20), spend('busy', 0)]).toEqual(['spent', 'spent'])
})

it('all servers share the account rate limit and sync their counts at every tenth of the limit', async () => {
  let [all, writes] = [0, 0]
  const share = async (_caller: unknown, spent: number) => {
    writes += 1
    all += spent
    return all
  }
  const servers = Array.from({ length: 4 }, () => new CallBudget('account', 100, () => now, share))
  let spent = 0
  for (let call = 0; call < 1000; call++) {
    budget = servers[call % 4] ?? budget
    if (spend('busy', 1) === 'spent') spent += 1
    await Promise.resolve()
  }
  // Each server may withhold a tenth of the limit before syncing its count.
  expect(spent).toBeGreaterThanOrEqual(100)
  expect(spent).toBeLessThanOrEqual(140)
  // Rejected calls count too, with at most one write per ten calls.
  expect(writes).toBeLessThanOrEqual(100)
})
