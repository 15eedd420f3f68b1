import { readFileSync } from 'node:fs'
import { systemCode } from '../src/sandbox/packages/system-code.js'

export { systemCode }

export type StartCode =
  | 'config_invalid'
  | 'production_refused'
  | 'backup_invalid'
  | 'restore_refused'
  | 'state_folder_in_use'
  | 'state_folder_damaged'
  | 'port_in_use'
  | 'address_unavailable'
  | 'database_binaries_missing'
  | 'database_unavailable'
  | 'database_version'
  | 'database_role'
  | 'migration_changed'
  | 'tenant_invalid'
  | 'tenant_exists'
  | 'tenant_unknown'
  | 'tenant_last'
  | 'host_taken'
  | 'provider_invalid'
  | 'provider_unknown'
  | 'plugins_invalid'
  | 'products_invalid'
  | 'sound_bank_invalid'
  | 'admin_invalid'
  | 'import_invalid'
  | 'admin_suspended'
  | 'user_unknown'
  | 'last_admin'
  | 'second_factor_missing'
  | 'clocks_apart'

/** Exit codes other than 3, as listed in docs/cli.md. */
const EXIT_CODES: Readonly<Partial<Record<StartCode, 4 | 5>>> = {
  tenant_unknown: 4,
  user_unknown: 4,
  provider_unknown: 4,
  second_factor_missing: 4,
  database_unavailable: 5,
}

/** Startup failure. The message describes the problem, its location and the fix; `code` is for programs. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'

  constructor(
    readonly code: StartCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }

  get exitCode(): 3 | 4 | 5 {
    return EXIT_CODES[this.code] ?? 3
  }
}

export function readJson(path: string, code: StartCode): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    const why = cause instanceof SyntaxError ? 'is not valid JSON' : `cannot be read (${systemCode(cause)})`
    throw new StartFailure(code, `${path} ${why}; fix it or move it away.`, { cause })
  }
}

export const UNIQUE_VIOLATION = '23505'
