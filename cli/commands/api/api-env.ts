import { EXIT } from '../../errors.js'
import { printJson } from '../../io/print.js'
import { configPath, readCliConfig } from '../../platform/environments.js'

export function environments({ json }: { json?: boolean }): number {
  const { environment, environments } = readCliConfig()
  const rows = Object.entries(environments).map(([name, { baseUrl, tenant }]) => ({
    ...{ name, baseUrl, tenant, chosen: name === environment },
  }))
  if (json) printJson(rows)
  else {
    for (const { name, baseUrl = '', tenant = '', chosen } of rows) {
      process.stdout.write(`${`${chosen ? '*' : ' '} ${name}  ${baseUrl}  ${tenant}`.trimEnd()}\n`)
    }
    if (rows.length === 0) process.stderr.write(`${configPath()} names no environments.\n`)
  }
  return EXIT.ok
}
