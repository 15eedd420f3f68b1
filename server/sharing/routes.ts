import * as api from '../../src/core/api/sharing.js'
import { limitedNetwork } from '../auth/networks.js'
import { enforceLimits } from '../auth/rate-limit.js'
import type { Route, Services } from '../http/route.js'
import type { Tenant } from '../tenants/tenants.js'
import { report } from './reports.js'
import { addLink, endLink, linkedShare } from './share-links.js'
import {
  endShare,
  feedFor,
  locked,
  ownShare,
  ownShares,
  readable,
  share,
  sharedContent,
  sharedFile,
  sharesBy,
} from './shares.js'

/** Calls of a network in a minute, for what is answered without an account. */
const OPENED_PER_MINUTE = 60
const REPORTED_PER_MINUTE = 5

export function sharingRoutes(route: Route, { database, now }: Services): void {
  route(api.ownShares, ({ tenant, session: { user } }) =>
    database.readInTenant(tenant.key, async scope => ({ items: await ownShares(scope, user.id, now()) })),
  )

  route(api.setShare, ({ body, tenant, session: { user } }) =>
    database.inTenant(tenant.key, scope => share(scope, user.id, body, now())),
  )

  route(api.endShare, ({ params, tenant, session: { user } }) =>
    database.inTenant(tenant.key, scope => endShare(scope, user.id, params.id)),
  )

  route(api.sharedBy, ({ params, query, tenant, session: { user } }) =>
    database.readInTenant(tenant.key, scope => sharesBy(scope, user.id, params.id, query.page)),
  )

  route(api.shareFeed, ({ query, tenant, session: { user } }) =>
    database.readInTenant(tenant.key, scope => feedFor(scope, user.id, query.page)),
  )

  route(api.openShare, ({ params, tenant, session: { user } }) =>
    database.readInTenant(tenant.key, async scope =>
      sharedContent(scope, await readable(scope, user.id, params.id)),
    ),
  )

  route(api.shareFile, ({ params, tenant, session: { user } }) =>
    database.readInTenant(tenant.key, async scope =>
      sharedFile(scope, await readable(scope, user.id, params.id), params.hash),
    ),
  )

  route(api.addShareLink, ({ params, body, tenant, session: { user } }) =>
    database.inTenant(tenant.key, async scope => {
      await locked(scope, user.id)
      return addLink(scope, await ownShare(scope, user.id, params.id), body, now())
    }),
  )

  route(api.endShareLink, ({ params, tenant, session: { user } }) =>
    database.inTenant(tenant.key, async scope =>
      endLink(scope, await ownShare(scope, user.id, params.id), params.link),
    ),
  )

  route(api.reportShare, ({ params, body, tenant, session: { user } }) =>
    database.inTenant(tenant.key, async scope =>
      report(scope, await readable(scope, user.id, params.id), body, { reporter: user.id, now: now() }),
    ),
  )

  linkRoutes(route, { database, now })
}

function linkRoutes(route: Route, { database, now }: Pick<Services, 'database' | 'now'>): void {
  const limit = (kind: string, perMinute: number, tenant: Tenant, address: string) => {
    const limits = [{ kind: `${kind}:network`, value: limitedNetwork(address), count: perMinute }]
    return enforceLimits(database, { tenant: tenant.key, limits, address, now: now() })
  }

  route(api.openLink, async ({ params, tenant, address }) => {
    await limit('shared', OPENED_PER_MINUTE, tenant, address)
    return database.inTenant(tenant.key, async scope => {
      const { share: row, isPublic } = await linkedShare(scope, params.token, 'view', now())
      return { ...(await sharedContent(scope, row)), public: isPublic }
    })
  })

  route(api.linkFile, async ({ params, tenant, address }) => {
    await limit('shared', OPENED_PER_MINUTE, tenant, address)
    return database.readInTenant(tenant.key, async scope =>
      sharedFile(scope, (await linkedShare(scope, params.token, 'none', now())).share, params.hash),
    )
  })

  route(api.reportLink, async ({ params, body, tenant, address }) => {
    await limit('shared-report', REPORTED_PER_MINUTE, tenant, address)
    await database.inTenant(tenant.key, async scope => {
      const { share: row } = await linkedShare(scope, params.token, 'none', now())
      await report(scope, row, body, { now: now() })
    })
  })
}
