import * as api from '../../src/core/api/homework.js'
import type { Route, Services } from '../http/route.js'
import { answer, endHomework, give, homeworkFile, homeworkOf } from './assignments.js'
import { endGroup, groupsOf, leaveGroup, saveGroup } from './groups.js'
import { addTake, comment, detailsFor } from './takes.js'

export function homeworkRoutes(route: Route, { database, now }: Pick<Services, 'database' | 'now'>): void {
  route(api.homeworkList, ({ tenant, session: { user } }) =>
    database.readInTenant(tenant.key, scope => homeworkOf(scope, user.id)),
  )
  route(api.giveHomework, ({ body, tenant, session: { user } }) =>
    database.inTenant(tenant.key, scope => give(scope, user.id, body, now())),
  )
  route(api.homeworkDetails, ({ params, tenant, session: { user } }) =>
    database.readInTenant(tenant.key, scope => detailsFor(scope, user.id, params.id)),
  )
  route(api.homeworkFile, ({ params, tenant, session: { user } }) =>
    database.readInTenant(tenant.key, scope => homeworkFile(scope, user.id, params.id)),
  )
  route(api.answerHomework, ({ params, body, tenant, session: { user } }) =>
    database.inTenant(tenant.key, scope => answer(scope, user.id, params.id, body)),
  )
  route(api.sendTake, ({ params, body, tenant, session: { user } }) =>
    database.inTenant(tenant.key, scope => addTake(scope, user.id, params.id, body)),
  )
  route(api.commentHomework, ({ params, body, tenant, session: { user } }) =>
    database.inTenant(tenant.key, scope => comment(scope, user.id, params.id, body, now())),
  )
  route(api.endHomework, ({ params, tenant, session: { user } }) =>
    database.inTenant(tenant.key, scope => endHomework(scope, user.id, params.id)),
  )

  route(api.ownGroups, ({ tenant, session: { user } }) =>
    database.readInTenant(tenant.key, async scope => ({ items: await groupsOf(scope, user.id) })),
  )
  route(api.saveGroup, ({ params, body, tenant, session: { user } }) =>
    database.inTenant(tenant.key, scope => saveGroup(scope, user.id, params.id, body, now())),
  )
  route(api.endGroup, ({ params, tenant, session: { user } }) =>
    database.inTenant(tenant.key, scope => endGroup(scope, user.id, params.id)),
  )
  route(api.leaveGroup, ({ params, tenant, session: { user } }) =>
    database.inTenant(tenant.key, scope => leaveGroup(scope, user.id, params.id, now())),
  )
}
