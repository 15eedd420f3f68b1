import { Refusal } from '../../src/sandbox/packages/refusal.js'
import type { Config } from '../config.js'
import { addRows, findRow } from '../database/queries.js'
import { pluginImports } from '../database/schema.js'
import type { Transactions } from '../database/transactions.js'
import { copiesFolder, loadAllowed } from './external-plugins.js'
import { listPlace, readAllowList } from './operator-list.js'
import { addPlugin, pluginOf } from './stored-plugins.js'

/**
 * Imports the plugins from the operator's file once for each tenant. Unreadable plugins are logged and
 * skipped.
 * @throws StartFailure `plugins_invalid`
 */
export async function importPlugins(
  database: Transactions,
  config: Pick<Config, 'home' | 'plugins'>,
  tenants: readonly string[],
  { now, warn }: { readonly now: number; readonly warn: (message: string) => void },
): Promise<void> {
  const waiting: string[] = []
  for (const tenant of tenants) {
    const done = await database.readBatch(tenant, scope => findRow(scope, pluginImports))
    if (!done) waiting.push(tenant)
  }
  const allowed = waiting.length > 0 ? readAllowList(listPlace(config)) : []
  if (allowed.length === 0) return
  const parts = { copies: copiesFolder(config.home), warn }
  const loaded = await Promise.all(
    allowed.map(each => loadAllowed(each, parts, new AbortController().signal)),
  )
  for (const { allowed, found } of loaded) {
    if (!(found instanceof Refusal)) continue
    warn(`${allowed.manifest} was not imported. Install it with "fretwork plugins install". ${found.message}`)
  }
  for (const tenant of waiting) {
    await database.inTenant(tenant, async scope => {
      // If two servers start at the same time, the second one skips the import.
      const begun = await addRows(scope, pluginImports, { importedAt: new Date(now) }).onConflictDoNothing()
      if (begun.rowCount === 0) return
      for (const { allowed, origin, found } of loaded) {
        if (found instanceof Refusal || allowed.tenants?.includes(tenant) === false) continue
        const { package: name, version, feature, runs } = allowed
        // If two plugins have the same ID, the first one wins, as in the file.
        if (!(await pluginOf(scope, found.manifest.id)))
          await addPlugin(scope, found, { origin, package: name, version, feature, runs }, now)
      }
    })
  }
}
