/** Which server and which tenant a command speaks to: the same flags wherever one does. */
import type { Command } from 'commander'

export interface ServerOptions {
  readonly env?: string
  readonly baseUrl?: string
  readonly tenant?: string
  readonly json?: boolean
}

export function withServer(command: Command): Command {
  return command
    .option('--env <name>', 'an environment of the config file (see "fretwork api env")')
    .option('--base-url <address>', 'where the server answers (FRETWORK_URL)')
    .option('--tenant <key>', 'tenant of the call (FRETWORK_TENANT)')
}
