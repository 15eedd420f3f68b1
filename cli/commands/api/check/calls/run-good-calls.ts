/** The good calls in their order: they build on each other, and end with logging out. */
import { type Endpoint, pathOf } from '../../../../../src/core/api/endpoint.js'
import { endpointNamed } from '../../../../../src/core/api/endpoints.js'
import { type Answer, parsed } from '../http/wire.js'
import { answeredWith, type Judge, type Run, refusedWith } from '../run.js'
import type { World } from '../world.js'
import type { GoodCall } from './good-call.js'
import { GOOD_CALLS } from './good-calls.js'

/** Those before the wanted ones are made, and not listed. */
export async function makeGoodCalls(run: Run): Promise<void> {
  const { people, memory, tenant } = run.world
  const last = GOOD_CALLS.findLastIndex(({ name }) => run.isWanted(name))
  for (const call of GOOD_CALLS.slice(0, last + 1)) {
    if (run.isOver) return
    const endpoint = endpointNamed(call.name)
    if (!endpoint) throw new RangeError(`The contract has no call named ${call.name}.`)
    const why = leftOut(call, endpoint, run.world)
    if (why) {
      run.skip(endpoint, describe(call), why)
      continue
    }
    const query = new URLSearchParams(call.query?.(memory)).toString()
    const request = {
      method: endpoint.method,
      path: pathOf(endpoint, call.params?.(memory)) + (query && `?${query}`),
      ...(endpoint.tenant !== 'none' && { tenant }),
      ...(call.who !== 'anonymous' && { jwt: people[call.who]?.jwt ?? '' }),
      ...(call.body && { body: call.body(memory) }),
    }
    const answer = await run.try(endpoint, describe(call), request, judgeOf(call, endpoint))
    if (answer && answer.status < 400) call.remember?.(parsed(answer.text), memory)
  }
}

function judgeOf(call: GoodCall, endpoint: Endpoint): Judge {
  const { refused } = call
  if (!refused) return answeredWith(endpoint.status)
  const isRefused = refusedWith(refused)
  return answer => (isSuccess(answer) && mayAlsoSucceed(call) ? [] : isRefused(answer))
}

const isSuccess = ({ status }: Answer) => status < 400

/** With a payment provider it is given out, without one it is refused: both are as agreed. */
function mayAlsoSucceed({ name }: GoodCall): boolean {
  return name === 'account.stripe-session'
}

/** @returns why the call is left out */
export function leftOut(
  { who, lasting }: Pick<GoodCall, 'who' | 'lasting'>,
  { method, name }: Endpoint,
  { readOnly, throwAway, people }: Pick<World, 'readOnly' | 'throwAway' | 'people'>,
): string | undefined {
  if (who === 'admin' && !people.admin) return 'needs an Admin: name one with --admin'
  if (readOnly && method !== 'GET' && name !== 'auth.login') return 'read-only'
  if (lasting && (!throwAway || readOnly)) return 'changes the account: needs one to throw away'
  return undefined
}

function describe({ who, refused }: GoodCall): string {
  const caller = { anonymous: 'a visitor', first: 'a user', second: 'another user', admin: 'an Admin' }[who]
  return refused ? `from ${caller}, refused with ${refused.join(' or ')}` : `from ${caller}`
}
