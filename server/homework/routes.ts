import { eq } from 'drizzle-orm'
import * as api from '../../src/core/api/homework.js'
import { changeRows, findRow } from '../database/queries.js'
import { profiles } from '../database/schema.js'
import { found } from '../http/problem.js'
import { type Route, type Services, transactionRoutes } from '../http/route.js'
import { report } from '../sharing/reports.js'
import { answer, assignmentFor, endHomework, give, givenBy, homeworkFile, receivedBy } from './assignments.js'
import { endGroup, groupsOf, leaveGroup, saveGroup } from './groups.js'
import { addTake, comment, detailsFor } from './takes.js'

export function homeworkRoutes(route: Route, { database, now }: Services): void {
  const { read, change } = transactionRoutes(route, database)
  read(api.receivedHomework, (scope, { user, query }) => receivedBy(scope, user.id, query.cursor))
  read(api.givenHomework, (scope, { user, query }) => givenBy(scope, user.id, query.cursor))
  read(api.homeworkInviters, async (scope, { user }) => {
    const { inviters: from } = found(await findRow(scope, profiles, eq(profiles.userId, user.id)))
    return { from }
  })
  change(api.setHomeworkInviters, async (scope, { user, body }) => {
    await changeRows(scope, profiles, { inviters: body.from }, eq(profiles.userId, user.id))
  })
  change(api.giveHomework, (scope, { user, body }) => give(scope, user.id, body, now()))
  read(api.homeworkDetails, (scope, { user, params, query }) =>
    detailsFor(scope, user.id, params.id, query.cursor),
  )
  read(api.homeworkFile, (scope, { user, params }) => homeworkFile(scope, user.id, params.id))
  change(api.answerHomework, (scope, { user, params, body }) => answer(scope, user.id, params.id, body))
  change(api.sendTake, (scope, { user, params, body }) => addTake(scope, user.id, params.id, body))
  change(api.commentHomework, (scope, { user, params, body }) =>
    comment(scope, user.id, params.id, body, now()),
  )
  change(api.reportHomework, async (scope, { user, params, body }) => {
    const { id: assignmentId } = await assignmentFor(scope, user.id, params.id)
    await report(scope, { assignmentId }, body, { reporter: user.id, now: now() })
  })
  change(api.endHomework, (scope, { user, params }) => endHomework(scope, user.id, params.id, now()))

  read(api.ownGroups, async (scope, { user }) => ({ items: await groupsOf(scope, user.id) }))
  change(api.saveGroup, (scope, { user, params, body }) => saveGroup(scope, user.id, params.id, body, now()))
  change(api.endGroup, (scope, { user, params }) => endGroup(scope, user.id, params.id))
  change(api.leaveGroup, (scope, { user, params }) => leaveGroup(scope, user.id, params.id, now()))
}
