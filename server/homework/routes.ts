import * as api from '../../src/core/api/homework.js'
import { type Route, type Services, transactionRoutes } from '../http/route.js'
import { answer, endHomework, give, homeworkFile, homeworkOf } from './assignments.js'
import { endGroup, groupsOf, leaveGroup, saveGroup } from './groups.js'
import { addTake, comment, detailsFor } from './takes.js'

export function homeworkRoutes(route: Route, { database, now }: Services): void {
  const { read, change } = transactionRoutes(route, database)
  read(api.homeworkList, (scope, { user }) => homeworkOf(scope, user.id))
  change(api.giveHomework, (scope, { user, body }) => give(scope, user.id, body, now()))
  read(api.homeworkDetails, (scope, { user, params }) => detailsFor(scope, user.id, params.id))
  read(api.homeworkFile, (scope, { user, params }) => homeworkFile(scope, user.id, params.id))
  change(api.answerHomework, (scope, { user, params, body }) => answer(scope, user.id, params.id, body))
  change(api.sendTake, (scope, { user, params, body }) => addTake(scope, user.id, params.id, body))
  change(api.commentHomework, (scope, { user, params, body }) =>
    comment(scope, user.id, params.id, body, now()),
  )
  change(api.endHomework, (scope, { user, params }) => endHomework(scope, user.id, params.id))

  read(api.ownGroups, async (scope, { user }) => ({ items: await groupsOf(scope, user.id) }))
  change(api.saveGroup, (scope, { user, params, body }) => saveGroup(scope, user.id, params.id, body, now()))
  change(api.endGroup, (scope, { user, params }) => endGroup(scope, user.id, params.id))
  change(api.leaveGroup, (scope, { user, params }) => leaveGroup(scope, user.id, params.id, now()))
}
