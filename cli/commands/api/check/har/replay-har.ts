/** Makes recorded calls again, in their order, with a session of this run. */
import type { Endpoint } from '../../../../../src/core/api/endpoint.js'
import { endpointAt } from '../../../../../src/core/api/endpoints.js'
import { isFields } from '../cases/schema-node.js'
import { parsed } from '../http/wire.js'
import type { Job } from '../jobs.js'
import { loggedIn, type Person, takeTokens } from '../people/person.js'
import { type Run, said } from '../run.js'
import type { RecordedCall } from './har-file.js'
import { Replacements } from './replacements.js'

/** They read, although they are sent with POST. */
const READING = ['auth.login', 'auth.refresh', 'user.search', 'admin.users', 'library.fetch-blobs']

export function harJob(calls: readonly RecordedCall[]): Job {
  return async run => {
    const replacements = new Replacements()
    const { first } = run.world.people
    for (const call of calls) {
      if (run.isOver) return
      const endpoint = endpointAt(call.method, call.path.split('?')[0] ?? call.path)
      if (endpoint) await replay(run, endpoint, call, replacements, first)
      else if (call.method !== 'OPTIONS')
        run.unknown(`${call.method} ${call.path.split('?')[0]}`, nameOf(call))
    }
  }
}

async function replay(
  run: Run,
  endpoint: Endpoint,
  call: RecordedCall,
  replacements: Replacements,
  person: Person,
): Promise<void> {
  const { tenant } = run.world
  const why = leftOut(run, endpoint, call)
  if (why) return run.skip(endpoint, nameOf(call), why)
  const body = bodyFor(call, replacements, person)
  const request = {
    ...{ method: endpoint.method, path: replacements.in(call.path) },
    ...(endpoint.tenant !== 'none' && { tenant }),
    ...(call.hasToken && { jwt: person.jwt }),
    ...(body !== undefined && { body }),
  }
  const answer = await run.try(endpoint, nameOf(call), request, given =>
    given.status === call.status
      ? []
      : [`was answered with ${said(given)}, and was recorded with ${call.status}`],
  )
  if (!answer || answer.status >= 400) return
  const json = parsed(answer.text)
  replacements.learn(call.answer, json)
  if (endpoint.name === 'auth.login' || endpoint.name === 'auth.refresh') takeTokens(json, person)
  if (endpoint.name === 'auth.user' && isFields(call.answer) && typeof call.answer.email === 'string')
    replacements.set(call.answer.email, person.email)
  // The recorded calls after it have no session either, unless they log in: this run’s own session has to go on.
  if (endpoint.name === 'auth.logout') Object.assign(person, await loggedIn(run.world, person))
}

const SECRETS_OF_ACCOUNT = ['own.password', 'own.email', 'auth.reset', 'auth.second-factor']

function leftOut({ world }: Run, { name, method, media }: Endpoint, call: RecordedCall): string | undefined {
  if (media === 'text/event-stream') return 'a stream goes on until it is closed'
  if (name === 'own.delete') return 'the account is removed in the end'
  // What was typed there is the recorded user's, and the account of the run would no longer be reached.
  if (SECRETS_OF_ACCOUNT.includes(name)) return 'holds a password or a code of the recorded account'
  if (call.status === 0) return 'was recorded without an answer'
  if (call.status === 304) return 'was recorded with an answer from a cache'
  if (call.status === 401 && call.hasToken) return 'was recorded with a token that no longer worked'
  if (call.status === 429) return 'was recorded with an answer about limits'
  if (method === 'GET' || READING.includes(name)) return undefined
  if (world.readOnly) return 'read-only'
  return world.throwAway ? undefined : 'changes the account: needs one to throw away'
}

/** Neither a password nor an address of anyone. */
const WRONG = 'not-the-recorded-one'

/** The passwords and tokens of the recording are another account’s. */
function bodyFor(call: RecordedCall, replacements: Replacements, person: Person): unknown {
  if (call.body === undefined) return undefined
  const json = parsed(call.body)
  // Sent as it was recorded: how the server refuses it is part of the recording.
  if (!isFields(json)) return call.body
  const isOwn = call.status < 400
  const made: Readonly<Record<string, string>> = {
    currentPassword: person.password,
    refreshToken: person.refreshToken,
    ...(isLogin(json) && login(person)),
  }
  // What was refused was wrong, but may be nearly right: it is not sent either.
  const own = isOwn ? made : Object.fromEntries(Object.keys(made).map(name => [name, WRONG]))
  const filled: Record<string, unknown> = JSON.parse(replacements.in(JSON.stringify(json)))
  for (const [name, value] of Object.entries(own)) if (Object.hasOwn(filled, name)) filled[name] = value
  return filled
}

const isLogin = (json: object) => Object.hasOwn(json, 'email') && Object.hasOwn(json, 'password')
const login = ({ email, password }: Person) => ({ email, password })

const nameOf = ({ place, status }: RecordedCall) =>
  `request ${place} of the recording, answered with ${status}`
