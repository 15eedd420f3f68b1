import type { Command } from 'commander'

export interface ServerOptions {
  readonly env?: string
  readonly baseUrl?: string
  readonly tenant?: string
  readonly json?: boolean
}

export function withServer<C extends Command>(command: C): C {
  return command
    .option('--env <name>', 'environment from the config file (see "fretwork api env")')
    .option('--base-url <address>', 'URL of the server (FRETWORK_URL)')
    .option('--tenant <key>', 'tenant (FRETWORK_TENANT)')
}
