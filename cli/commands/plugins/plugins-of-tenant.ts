// A tenant's plugins are rows in the server's database, so these commands work on any machine.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Scope } from '../../../server/database/transactions.js'
import { isAddress, packageSource } from '../../../src/sandbox/packages/package-source.js'
import { type PluginPackage, readPackage } from '../../../src/sandbox/packages/plugin-package.js'
import { notFound, wrongUsage } from '../../errors.js'
import { printJson, printLine } from '../../io/print.js'
import { manifestIn } from '../../packages/list-place.js'
import type { NpmPackage } from '../../packages/npm-package.js'
import { withConfig } from '../server/server.js'
import { asCliError, confirm, type InstallOptions, read, taken, unpacked } from './plugins-install.js'

export interface TenantInstallOptions extends InstallOptions {
  readonly tenant: string
  readonly feature?: string
  readonly runs?: 'page' | 'apart'
  readonly integrity?: string
}

const stored = () => import('../../../server/plugins/stored-plugins.js')

async function onTenant<T>(tenant: string, work: (scope: Scope) => Promise<T>): Promise<T> {
  const { atTenant } = await import('../../../server/tenants/at-tenant.js')
  return withConfig('plugin_refused', config => atTenant(config, tenant, work))
}

export async function listOf(tenant: string, json = false): Promise<void> {
  const { pluginsOf } = await stored()
  const rows = await onTenant(tenant, pluginsOf)
  if (json) return printJson(rows.map(({ tenant: _tenant, ...row }) => row))
  for (const { id, origin, runs, feature } of rows)
    printLine([id, origin, `runs ${runs}`, feature && `only ${feature}`].filter(Boolean).join('  '))
}

export async function installFor(spec: string, options: TenantInstallOptions): Promise<void> {
  const { tenant, feature, runs, json } = options
  const { found, origin, npm } = await fetched(spec, options)
  const { id, version, permissions } = found.manifest
  await confirm(found, origin, npm, options)
  const entry = { origin, package: npm?.name, version: npm?.version, feature, runs }
  const { addPlugin, pluginOf } = await stored()
  await onTenant(tenant, async scope => {
    const before = await pluginOf(scope, id)
    if (before && before.package !== (npm?.name ?? null))
      throw taken(id, before.package ?? before.origin, `Tenant "${tenant}"`)
    await addPlugin(scope, found, entry, Date.now())
  })
  if (json) printJson({ id, tenant, ...entry, permissions })
  else printLine(`Installed "${id}" ${version} for "${tenant}".`)
}

export async function removeFrom(tenant: string, id: string, json = false): Promise<void> {
  const { removePlugin } = await stored()
  if (!(await onTenant(tenant, scope => removePlugin(scope, id)))) {
    const message = `No plugin "${id}" in tenant "${tenant}". Run "fretwork plugins list --tenant ${tenant}" to list its plugins.`
    throw notFound('plugin_unknown', message)
  }
  if (json) printJson({ id, tenant })
  else printLine(`Removed "${id}" from "${tenant}".`)
}

/** @param spec URL of a plugin.json, folder with a built plugin, or npm package */
async function fetched(
  spec: string,
  { integrity, minAge }: TenantInstallOptions,
): Promise<{ readonly found: PluginPackage; readonly origin: string; readonly npm?: NpmPackage }> {
  if (isAddress(spec)) {
    if (integrity === undefined) {
      const message = `Pass the hash of ${spec} with --integrity.`
      throw wrongUsage('integrity_missing', message)
    }
    const source = packageSource(spec, new AbortController().signal)
    const found = await readPackage(source, integrity).catch(asCliError)
    return { found, origin: spec }
  }
  if (existsSync(resolve(spec))) {
    const manifest = manifestIn(resolve(spec)) ?? resolve(spec)
    return { found: await read(manifest), origin: join(spec, 'plugin.json') }
  }
  const { npmPackage } = await import('../../packages/npm-package.js')
  const npm = await npmPackage(spec, minAge)
  const folder = await mkdtemp(join(tmpdir(), 'fretwork-plugin-'))
  try {
    const { found } = await unpacked(npm, folder)
    return { found, origin: `npm:${npm.name}@${npm.version}`, npm }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
