/** What the requests of one worker are made with. */
import { randomUUID } from 'node:crypto'
import type { Memory } from './calls/good-call.js'
import { Caller } from './http/caller.js'
import type { Where } from './http/wire.js'
import type { CheckAccount, WorkerAccounts } from './people/accounts.js'
import { endedToken, loggedIn, type People } from './people/person.js'

export interface World extends Where {
  readonly otherTenant?: string | undefined
  readonly people: People
  readonly memory: Memory
  /** For requests from the schemas: whatever they do, the others do not notice. */
  readonly testerMemory: Memory
  readonly caller: Caller
  /** Only what cannot change anything, whatever the server makes of it: GET, and logging in. */
  readonly readOnly: boolean
  /** The accounts may be changed and removed at will. */
  readonly throwAway: boolean
  /** Access tokens that must no longer work: of an ended session, and one past its time. */
  readonly endedToken: string
  readonly expiredToken?: string | undefined
}

interface WorldOptions extends Where {
  readonly otherTenant?: string | undefined
  readonly admin?: CheckAccount
  readonly accounts: { readonly throwAway: boolean }
  readonly readOnly?: boolean
  readonly expiredToken?: string | undefined
  readonly maxMs?: number | undefined
}

export async function openWorld(options: WorldOptions, accounts: WorkerAccounts): Promise<World> {
  const { tenant, otherTenant, admin, readOnly = false, expiredToken } = options
  const { first, second, stranger, tester, foreigner } = accounts
  const people: People = {
    first: await loggedIn(options, first),
    second: await loggedIn(options, second),
    ...(stranger && { stranger: await loggedIn(options, stranger) }),
    ...(tester && { tester: await loggedIn(options, tester) }),
    ...(foreigner && { foreigner: await loggedIn({ ...options, tenant: otherTenant ?? tenant }, foreigner) }),
    ...(admin && { admin: await loggedIn(options, admin) }),
  }
  // Another session, so that there is one to end.
  await loggedIn(options, first)
  const ended = await endedToken(options, first)
  const alone = people.tester ?? people.first
  return {
    ...{ ...whereOf(options), otherTenant, people, readOnly, expiredToken },
    memory: { tenant, first: people.first, second: people.second, group: randomUUID() },
    testerMemory: { tenant, first: alone, second: people.tester ?? people.second, group: randomUUID() },
    caller: new Caller(options, Object.values(people)),
    throwAway: options.accounts.throwAway,
    endedToken: ended,
  }
}

const whereOf = ({ baseUrl, tenant, timeoutMs }: Where): Where => ({ baseUrl, tenant, timeoutMs })
