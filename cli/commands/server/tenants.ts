import type { Level } from '../../../src/core/contract/claims.js'
import { wrongUsage } from '../../errors.js'
import { printJson } from '../../io/print.js'
import { onDatabase } from './server.js'

interface TenantOptions {
  readonly name?: string
  readonly host?: string[]
  readonly accent?: string
  readonly origin?: string[]
  readonly songHost?: string[]
  readonly registration?: 'open' | 'closed'
  readonly mailDomain?: string[] | false
  readonly plan?: Level
  readonly quota?: string | false
}

export async function list({ json = false }: { json?: boolean }): Promise<void> {
  const { listTenants } = await import('../../../server/tenants/tenants.js')
  const tenants = await onDatabase('tenant_refused', owner => listTenants(owner))
  if (json) printJson(tenants)
  else {
    for (const tenant of tenants) {
      const hosts = tenant.hosts.length ? tenant.hosts.join(', ') : 'no hosts'
      process.stdout.write(`${tenant.key}  ${tenant.name}  ${tenant.accent}  ${hosts}\n`)
    }
  }
}

export async function change(how: 'add' | 'set', key: string, options: TenantOptions): Promise<void> {
  const { addTenant, NEW_TENANT, setTenant } = await import('../../../server/tenants/tenants.js')
  const given = {
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.accent === undefined ? {} : { accent: options.accent }),
    ...(options.host === undefined ? {} : { hosts: options.host }),
    ...(options.origin === undefined ? {} : { origins: options.origin }),
    ...(options.songHost === undefined ? {} : { songHosts: options.songHost }),
    ...(options.registration === undefined ? {} : { registration: options.registration }),
    ...(options.mailDomain === undefined ? {} : { mailDomains: options.mailDomain || [] }),
    ...(options.plan === undefined ? {} : { plan: options.plan }),
    ...(options.quota === undefined
      ? {}
      : { quota: options.quota === false ? null : Number(options.quota) * 1024 * 1024 }),
  }
  if (how === 'set' && Object.keys(given).length === 0) {
    const message =
      'Nothing to change. Pass --name, --host, --accent, --origin, --song-host, --registration, --mail-domain, --plan or --quota.'
    throw wrongUsage('nothing_to_set', message)
  }
  await onDatabase('tenant_refused', owner =>
    how === 'add'
      ? addTenant(owner, { ...NEW_TENANT, key, name: key, ...given })
      : setTenant(owner, key, given),
  )
  process.stdout.write(how === 'add' ? `Added tenant "${key}".\n` : `Changed tenant "${key}".\n`)
}

export async function remove(key: string, { yes = false }: { yes?: boolean }): Promise<void> {
  if (!yes) {
    const message = `This permanently removes "${key}" with all its users and data. To confirm, run the command again with --yes.`
    throw wrongUsage('not_confirmed', message)
  }
  const { removeTenant } = await import('../../../server/tenants/tenants.js')
  await onDatabase('tenant_refused', owner => removeTenant(owner, key))
  process.stdout.write(`Removed tenant "${key}".\n`)
}
