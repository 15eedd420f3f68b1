import { eq } from 'drizzle-orm'
import { isTeaching } from '../../src/core/contract/claims.js'
import type { Endpoint } from '../../src/core/contract/endpoint.js'
import * as api from '../../src/core/contract/homework.js'
import { limitedNetwork } from '../auth/networks.js'
import { enforceLimits } from '../auth/rate-limit.js'
import { changeRows, findRow } from '../database/queries.js'
import { profiles } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { found } from '../http/problem.js'
import { type Route, type Services, transactionRoutes } from '../http/route.js'
import { report } from '../sharing/reports.js'
import { foldEmail } from '../users/accounts.js'
import * as homework from './assignments.js'
import * as groups from './groups.js'
import { addTake, comment, detailsFor, midiOfTake } from './takes.js'

const DAY_MS = 86_400_000
/** Maximum number of emailed invitations per address and day. */
const PER_ADDRESS = 5

export function homeworkRoutes(route: Route, { database, now, loginLimits, linksPerMinute }: Services): void {
  const { read, change } = transactionRoutes(route, database)
  read(api.receivedHomework, (scope, { user, query }) => homework.receivedBy(scope, user.id, query.cursor))
  read(api.givenHomework, (scope, { user, query }) => homework.givenBy(scope, user.id, query.cursor))
  read(api.homeworkInviters, async (scope, { user }) => {
    const own = found(await findRow(scope, profiles, eq(profiles.userId, user.id)))
    return { from: own.inviters, mail: own.homeworkMail }
  })
  change(api.setHomeworkInviters, async (scope, { user, body }) => {
    const { from: inviters, mail } = body
    const change = { inviters, ...(mail !== undefined && { homeworkMail: mail }) }
    await changeRows(scope, profiles, change, eq(profiles.userId, user.id))
  })
  change(api.giveHomework, (scope, { tenant, user, body }) => homework.give(scope, tenant, user, body, now()))
  read(api.homeworkDetails, (scope, { user, params, query }) =>
    detailsFor(scope, user.id, params.id, query.cursor),
  )
  read(api.homeworkFile, (scope, { user, params, query }) =>
    homework.homeworkFile(scope, user.id, params.id, query.song),
  )
  read(api.homeworkNews, (scope, { user }) => homework.newsFor(scope, user.id))
  change(api.seeHomework, (scope, { user, params }) => homework.see(scope, user.id, params.id))
  change(api.answerHomework, (scope, { user, params, body }) =>
    homework.answer(scope, user.id, params.id, body),
  )
  change(api.sendTake, (scope, { tenant, user, params, body }) =>
    addTake(scope, tenant, user, params.id, body),
  )
  read(api.takeMidi, (scope, { user, params, query }) => midiOfTake(scope, user.id, { ...params, ...query }))
  change(api.commentHomework, (scope, { tenant, user, params, body }) =>
    comment(scope, tenant, user, params.id, body, now()),
  )
  change(api.reportHomework, async (scope, { user, params, body }) => {
    const { id: assignmentId } = await homework.assignmentFor(scope, user.id, params.id)
    await report(scope, { assignmentId }, body, { reporter: user.id, now: now() })
  })
  change(api.changeHomework, (scope, { tenant, user, params, body }) =>
    homework.changeHomework(scope, tenant, user, params.id, body, now()),
  )
  change(api.endHomework, (scope, { tenant, user, params }) =>
    homework.endHomework(scope, tenant, user, params.id, now()),
  )

  read(api.ownGroups, async (scope, { user }) => ({ items: await groups.groupsOf(scope, user.id, now()) }))
  change(api.saveGroup, (scope, { user, params, body }) =>
    groups.saveGroup(scope, user.id, params.id, body, now()),
  )
  change(api.endGroup, (scope, { user, params }) => groups.endGroup(scope, user.id, params.id))
  change(api.leaveGroup, (scope, { user, params }) => groups.leaveGroup(scope, user.id, params.id, now()))
  change(api.removeMember, (scope, { user, params }) =>
    groups.removeMember(scope, user.id, params.id, params.user),
  )
  change(api.makeJoinCode, (scope, { user, params }) => groups.makeCode(scope, user.id, params.id, now()))
  change(api.endJoinCode, (scope, { user, params }) => groups.endCode(scope, user.id, params.id))

  route(api.inviteToGroup, async ({ tenant, user, params, body, address }) => {
    const { teachers, others } = api.INVITATIONS
    const limits = [
      { kind: 'invitation:account', value: user.id, count: isTeaching(user.roles) ? teachers : others },
      { kind: 'invitation:address', value: foldEmail(body.email), count: PER_ADDRESS },
    ].map(limit => ({ ...limit, windowMs: DAY_MS }))
    await enforceLimits(database, { tenant: tenant.key, limits, address, now: now() })
    await database.inTenant(tenant.key, scope =>
      groups.invite(scope, tenant, user, { ...params, email: body.email }, now()),
    )
  })

  /** Limits attempts, because a code has only 39 bits. A whole class may share one network. */
  const limitCodes = (tenant: string, address: string, account?: string) => {
    const network = { kind: 'join-code:network', value: limitedNetwork(address), count: linksPerMinute }
    const limits = [
      ...(account === undefined
        ? []
        : [{ kind: 'join-code:account', value: account, count: loginLimits.perAccount }]),
      { ...network, inAllTenants: true as const },
    ]
    return enforceLimits(database, { tenant, limits, address, now: now() })
  }
  const byCode = (
    endpoint: Endpoint<undefined, undefined, { readonly code: string }, api.OpenGroup>,
    work: (scope: Scope, user: string, code: string, now: number) => Promise<api.OpenGroup>,
  ) =>
    route(endpoint, async ({ tenant: { key: tenant }, user, body, address }) => {
      await limitCodes(tenant, address, user.id)
      return database.inTenant(tenant, scope => work(scope, user.id, body.code, now()))
    })
  route(api.groupInvitation, async ({ tenant: { key: tenant }, body, address }) => {
    await limitCodes(tenant, address)
    const { name, teacher } = await database.readInTenant(tenant, scope =>
      groups.groupByCode(scope, undefined, body.code, now()),
    )
    return { group: name, name: teacher.name }
  })
  byCode(api.groupByCode, groups.groupByCode)
  byCode(api.joinGroup, groups.joinGroup)
}
