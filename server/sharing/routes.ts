import * as api from '../../src/core/contract/sharing.js'
import { limitedNetwork } from '../auth/networks.js'
import { enforceLimits } from '../auth/rate-limit.js'
import { type Route, type Services, transactionRoutes } from '../http/route.js'
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

/** Maximum number of anonymous reports per network and minute. */
const REPORTED_PER_MINUTE = 5

export function sharingRoutes(route: Route, { database, now, linksPerMinute }: Services): void {
  const { read, change } = transactionRoutes(route, database)
  read(api.ownShares, (scope, { user, query }) => ownShares(scope, user.id, query, now()))
  change(api.setShare, (scope, { user, body }) => share(scope, user.id, body, now()))
  change(api.endShare, (scope, { user, params }) => endShare(scope, user.id, params.id))
  read(api.sharedBy, (scope, { user, params, query }) => sharesBy(scope, user.id, params.id, query.cursor))
  read(api.shareFeed, (scope, { user, query }) => feedFor(scope, user.id, query.cursor))
  read(api.openShare, async (scope, { user, params }) =>
    sharedContent(scope, await readable(scope, user.id, params.id)),
  )
  read(api.shareFile, async (scope, { user, params }) =>
    sharedFile(scope, await readable(scope, user.id, params.id), params.hash),
  )
  change(api.addShareLink, async (scope, { user, params, body }) => {
    await locked(scope, user.id)
    return addLink(scope, await ownShare(scope, user.id, params.id), body, now())
  })
  change(api.endShareLink, async (scope, { user, params }) =>
    endLink(scope, await ownShare(scope, user.id, params.id), params.link),
  )
  change(api.reportShare, async (scope, { user, params, body }) =>
    report(scope, { shareId: (await readable(scope, user.id, params.id)).id }, body, {
      reporter: user.id,
      now: now(),
    }),
  )

  const limit = (kind: string, perMinute: number, tenant: Tenant, address: string) => {
    const limits = [{ kind: `${kind}:network`, value: limitedNetwork(address), count: perMinute }]
    return enforceLimits(database, { tenant: tenant.key, limits, address, now: now() })
  }

  route(api.openLink, async ({ params, tenant, address }) => {
    await limit('shared', linksPerMinute, tenant, address)
    return database.inTenant(tenant.key, async scope => {
      const { share: row, isPublic } = await linkedShare(scope, params.token, 'view', now())
      return { ...(await sharedContent(scope, row)), public: isPublic }
    })
  })
  route(api.linkFile, async ({ params, tenant, address }) => {
    await limit('shared', linksPerMinute, tenant, address)
    return database.readInTenant(tenant.key, async scope =>
      sharedFile(scope, (await linkedShare(scope, params.token, 'none', now())).share, params.hash),
    )
  })
  route(api.reportLink, async ({ params, body, tenant, address }) => {
    await limit('shared-report', REPORTED_PER_MINUTE, tenant, address)
    await database.inTenant(tenant.key, async scope => {
      const { share: row } = await linkedShare(scope, params.token, 'none', now())
      await report(scope, { shareId: row.id }, body, { now: now() })
    })
  })
}
