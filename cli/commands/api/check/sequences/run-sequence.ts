/** Makes the calls of a sequence, as its people and as those who must not. */
import { randomUUID } from 'node:crypto'
import { type Endpoint, pathOf } from '../../../../../src/core/api/endpoint.js'
import { endpointNamed } from '../../../../../src/core/api/endpoints.js'
import type { ErrorCode } from '../../../../../src/core/api/errors.js'
import { parsed, type Request } from '../http/wire.js'
import { handleOf, takeTokens } from '../people/person.js'
import { answeredWith, type Run, refusedWith } from '../run.js'
import { unmet, valueAt } from './expectations.js'
import { type Caller, type Fields, filled, type Sequence, type Step, type Template } from './sequence.js'

/** A user without a right to something must not learn that it exists. */
const FOR_STRANGERS: readonly ErrorCode[] = ['not_found', 'forbidden']
const FOR_OTHER_TENANTS: readonly ErrorCode[] = [...FOR_STRANGERS, 'unauthenticated']

/** Once a call fails that later ones need, those are left out. */
export async function runSequence(run: Run, { name, fresh = [], steps }: Sequence): Promise<void> {
  if (!steps.some(({ call }) => run.isWanted(call))) return
  const { readOnly, throwAway, people } = run.world
  const why = readOnly ? 'read-only' : throwAway ? undefined : 'changes the account: needs one to throw away'
  const kept = keptFor(run, fresh)
  let missing = false
  for (const step of steps) {
    if (run.isOver) return
    const endpoint = endpointOf(step)
    const what = `${name}: ${step.what}`
    const isAdmins = step.by === 'admin' && !people.admin
    if (why || isAdmins || missing) {
      run.skip(
        endpoint,
        what,
        why ?? (isAdmins ? 'needs an Admin: name one with --admin' : 'an earlier step failed'),
      )
      missing ||= isAdmins
      continue
    }
    const request = requestOf(run, endpoint, step, kept)
    if (step.owned) await tryAsOthers(run, endpoint, what, request)
    const judge = step.refused ? refusedWith(step.refused) : answeredWith(endpoint.status)
    const answer = await run.try(endpoint, what, request, given => [
      ...judge(given),
      ...(given.status < 400 ? unmet(parsed(given.text), step.expect ?? [], kept) : []),
    ])
    const json = answer && answer.status < 400 ? parsed(answer.text) : undefined
    for (const [as, at] of Object.entries(step.keep ?? {})) {
      const value = valueAt(json, String(filled(at, kept)))
      if (value === undefined) missing = true
      else kept.set(as, value)
    }
    const renewed = step.renews && people[step.renews]
    if (renewed) takeTokens(json, renewed)
  }
}

/** The same request from users to whom what it names does not belong. */
async function tryAsOthers(run: Run, endpoint: Endpoint, what: string, request: Request): Promise<void> {
  const { people, otherTenant } = run.world
  const { stranger, foreigner } = people
  if (stranger)
    await run.try(
      ...[
        endpoint,
        `${what}, tried by a stranger`,
        { ...request, jwt: stranger.jwt },
        refusedWith(FOR_STRANGERS),
      ],
    )
  if (otherTenant === undefined) return
  const elsewhere = { ...request, tenant: otherTenant }
  await run.try(...[endpoint, `${what}, tried in another tenant`, elsewhere, refusedWith(FOR_OTHER_TENANTS)])
  if (foreigner)
    await run.try(
      endpoint,
      `${what}, tried by a user of another tenant`,
      { ...elsewhere, jwt: foreigner.jwt },
      refusedWith(FOR_STRANGERS),
    )
}

function requestOf(run: Run, endpoint: Endpoint, step: Step, kept: ReadonlyMap<string, unknown>): Request {
  const fields = (template: Fields = {}) => filled(template, kept) as Record<string, string>
  const query = new URLSearchParams(fields(step.query)).toString()
  const jwt = tokenOf(run, step.by, kept)
  return {
    method: endpoint.method,
    path: pathOf(endpoint, fields(step.params)) + (query && `?${query}`),
    ...(endpoint.tenant !== 'none' && { tenant: run.world.tenant }),
    ...(jwt !== undefined && { jwt }),
    ...(step.body !== undefined && { body: filled(step.body as Template, kept) }),
  }
}

function tokenOf({ world }: Run, by: Caller, kept: ReadonlyMap<string, unknown>): string | undefined {
  if (by === 'anonymous') return undefined
  if (by.startsWith('kept:')) return String(kept.get(by.slice('kept:'.length)))
  return world.people[by as 'first' | 'second' | 'stranger' | 'admin']?.jwt
}

/** What sequences may name from the start. */
function keptFor({ world }: Run, fresh: readonly string[]): Map<string, unknown> {
  const kept = new Map<string, unknown>(fresh.map(name => [name, randomUUID()]))
  for (const [who, person] of Object.entries(world.people)) {
    if (!person) continue
    kept.set(`${who}.id`, person.id)
    kept.set(`${who}.email`, person.email)
    kept.set(`${who}.password`, person.password)
    kept.set(`${who}.handle`, handleOf(person))
  }
  return kept
}

/** @throws RangeError where the contract has no such call */
function endpointOf({ call }: Step): Endpoint {
  const endpoint = endpointNamed(call)
  if (endpoint) return endpoint
  throw new RangeError(`The contract has no call named ${call}.`)
}
