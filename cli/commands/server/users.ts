import { readFile, stat } from 'node:fs/promises'
import { badInput } from '../../errors.js'
import { withConfig } from './server.js'

/** As over HTTP. */
const MAX_BYTES = 64 * 1024

export async function invite(file: string, options: { teacher?: string; tenant?: string }): Promise<void> {
  const { importPeopleAt } = await import('../../../server/admin/import-people.js')
  const { invited, present, groups } = await withConfig('import_invalid', async config => {
    if ((await stat(file)).size > MAX_BYTES) {
      throw badInput('import_invalid', `"${file}" is larger than 64 kB; split it.`)
    }
    const given = { csv: await readFile(file, 'utf8'), teacher: options.teacher }
    return importPeopleAt(config, options.tenant, given, Date.now())
  })
  process.stdout.write(`Invited: ${invited}\nAlready have an account: ${present}\nGroups: ${groups}\n`)
}
