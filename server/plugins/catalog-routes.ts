// Administrators look through the operator's index and install from it for their tenant; the audit log has all of it.
import { findPlugins, installPlugin, removePlugin } from '../../src/core/api/plugin-index.js'
import { asAdmin, assertAdmin } from '../admin/as-admin.js'
import type { Database } from '../database/connection.js'
import type { Route } from '../http/route.js'
import type { PluginCatalog } from './plugin-catalog.js'

export function catalogRoutes(route: Route, database: Database, catalog: PluginCatalog): void {
  route(findPlugins, async call => {
    await assertAdmin(database, call)
    // Before the transaction, which must not wait for another server.
    const found = await catalog.find(call.tenant.key, call.query.query)
    return asAdmin(database, call, async () => [
      found,
      { action: 'admin.plugins-searched', details: { total: found.total } },
    ])
  })

  route(installPlugin, async call => {
    await assertAdmin(database, call)
    const { plugin } = call.params
    const entry = await catalog.prepare(call.tenant.key, plugin, call.body)
    return asAdmin(database, call, async () => {
      await catalog.write(call.tenant.key, entry)
      const { version } = call.body
      const details = { plugin, version, integrity: call.body.integrity, now: call.body.now === true }
      return [
        { id: plugin, version },
        { action: 'plugin.installed', details },
      ]
    })
  })

  route(removePlugin, call =>
    asAdmin(database, call, async () => {
      const { plugin } = call.params
      await catalog.remove(call.tenant.key, plugin)
      return [undefined, { action: 'plugin.removed', details: { plugin } }]
    }),
  )
}
