/** Makes the requests from an endpoint’s schemas: what is invalid must be refused, and nothing may fail the server. */
import type { Endpoint } from '../../../../../src/core/api/endpoint.js'
import { GOOD_CALLS } from '../calls/good-calls.js'
import { leftOut } from '../calls/run-good-calls.js'
import { codeIn } from '../http/refusal.js'
import type { TimedAnswer } from '../http/wire.js'
import { type Judge, notRefusedAsInvalid, type Run, said } from '../run.js'
import { type Input, type InputCase, inputCases } from './endpoint-cases.js'

interface CaseOptions {
  readonly seed: number
  /** Requests per endpoint. */
  readonly cases: number
}

/** A valid request of these takes effect outside of the accounts of the check. */
const VALID_ELSEWHERE: Readonly<Record<string, string>> = {
  'auth.register': 'would register an address',
}

/** Their good call uses up what the session needs later: the example is made up instead. */
const USES_UP = ['auth.refresh']

/** What is limited by minute: more would have to be waited for. */
const LIMITED_VALID = 2

export async function tryCases(run: Run, endpoint: Endpoint, { seed, cases }: CaseOptions): Promise<void> {
  if (!endpoint.params && !endpoint.query && !endpoint.body) return
  const { people, tenant, readOnly, throwAway } = run.world
  const writes = endpoint.method !== 'GET'
  const isLimited = endpoint.errors.includes('rate_limited')
  const mayBeValid = !(writes && !throwAway) && !Object.hasOwn(VALID_ELSEWHERE, endpoint.name)
  const mostValid = mayBeValid ? (isLimited ? LIMITED_VALID : cases) : 0
  for (const each of inputCases(endpoint, knownInput(run, endpoint), { seed, cases, mostValid })) {
    if (run.isOver) return
    const what = `with ${each.what}`
    if (readOnly && writes) {
      run.skip(endpoint, what, 'read-only')
      continue
    }
    const request = {
      ...{ method: endpoint.method, path: each.path },
      ...(endpoint.tenant !== 'none' && { tenant }),
      ...(endpoint.auth === 'bearer' && { jwt: (people.tester ?? people.first).jwt }),
      ...(each.body !== undefined && { body: each.body }),
    }
    await run.try(endpoint, what, request, judgeOf(endpoint, each))
  }
}

/** The input of the endpoint’s first good call: it never has the right password where that would do harm. */
function knownInput({ world }: Run, endpoint: Endpoint): Input {
  const call = GOOD_CALLS.find(({ name }) => name === endpoint.name)
  if (!call || USES_UP.includes(endpoint.name) || leftOut({ who: call.who }, endpoint, world)) return {}
  const { testerMemory: memory } = world
  return {
    ...(call.params && { params: call.params(memory) }),
    ...(call.query && { query: call.query(memory) }),
    ...(call.body && { body: call.body(memory) }),
  }
}

function judgeOf(endpoint: Endpoint, { isValid, isOfPath }: InputCase): Judge {
  if (isValid) return notRefusedAsInvalid(endpoint)
  const codes = ['invalid_input', 'malformed_json', 'body_too_large', ...(isOfPath ? ['not_found'] : [])]
  // After waiting as often as it is worth, an answer about limits says nothing about the input.
  const isExpected = (answer: TimedAnswer) => [...codes, 'rate_limited'].some(code => code === codeIn(answer))
  return answer => (isExpected(answer) ? [] : [`is invalid, and was answered with ${said(answer)}`])
}
