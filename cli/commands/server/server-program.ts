// `fretwork server` and its subcommands: their words and help. The code behind each loads when it runs.
import type { Command } from 'commander'

type Ended = (exitCode: number | undefined) => void

/** @param variables what the help says of the environment, by name; empty where nobody asks for this help. */
export function addServer(program: Command, ended: Ended, variables: Readonly<Record<string, string>>): void {
  const server = program.command('server').description('the backend with its database')
  server
    .command('start')
    .description('start the backend and serve the application (configured by environment variables)')
    .action(async () => ended(await (await import('./server.js')).start()))
  server
    .command('config')
    .description('check the configuration and print it without secrets')
    .action(async () => ended(await (await import('./server.js')).config()))
  server
    .command('migrate')
    .description('bring the database up to date, without starting; a running server has done so')
    .action(async () => ended(await (await import('./server.js')).migrate()))
  server
    .command('backup <file>')
    .description(
      'write the whole database to a file, beside a running server or without; "-" is standard output',
    )
    .action(async file => ended(await (await import('./server-backup.js')).backup(file)))
  server
    .command('restore <file>')
    .description('fill an empty database from a backup; "-" is standard input')
    .option('--end-sessions', 'log everybody out: log-outs since the backup are not in it')
    .action(async (file, options) => ended(await (await import('./server-backup.js')).restore(file, options)))
  server
    .command('demo-data')
    .description(
      'fill a demo with invented people who follow one another; beside a running server or without',
    )
    .option('--people <number>', 'how many there are then (60)')
    .option('--remove', 'take all of them away again')
    .action(async options => ended(await (await import('./server-demo-data.js')).demoData(options)))
  server
    .command('rotate-key')
    .description('make a new key for access tokens; those signed by the old one stay good until they expire')
    .action(async () => ended(await (await import('./server.js')).rotateKey()))
  addTenant(server, ended)

  const text = environmentText(variables)
  for (const command of withSubcommands(server)) command.addHelpText('after', text)
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

function addTenant(server: Command, ended: Ended): void {
  const tenant = server.command('tenant').description('the tenants of this backend')
  tenant
    .command('list')
    .description('print every tenant')
    .option('--json', 'as JSON')
    .action(async options => ended(await (await import('../tenants.js')).list(options)))
  for (const [name, description] of [
    ['add', 'make a tenant'],
    ['set', 'change what is given'],
  ] as const) {
    tenant
      .command(`${name} <key>`)
      .description(description)
      .option('--name <name>', 'the name that users see')
      .option('--host <host...>', 'host names of its own')
      .option('--accent <colour>', 'accent colour, #rrggbb')
      .option('--origin <origin...>', 'further origins whose pages may call')
      .option('--song-host <host...>', 'hosts from which its pages may load songs')
      .action(async (key, options) => ended(await (await import('../tenants.js')).change(name, key, options)))
  }
  tenant
    .command('remove <key>')
    .description('remove a tenant with everything that belongs to it')
    .option('--yes', 'do not ask')
    .action(async (key, options) => ended(await (await import('../tenants.js')).remove(key, options)))
  addProvider(tenant, ended)
}

function addProvider(tenant: Command, ended: Ended): void {
  const provider = tenant.command('provider').description('who else may vouch for users: google, windows')
  const commands = () => import('../tenant-providers.js')
  provider
    .command('list <key>')
    .description('print the providers of a tenant, without secrets')
    .action(async key => ended(await (await commands()).list(key)))
  provider
    .command('set <key> <provider>')
    .description('set up google or windows (Microsoft) as a whole')
    .requiredOption('--client-id <id>', 'as the provider gave it')
    .requiredOption('--redirect <address...>', 'where the provider may send the browser back to')
    .option('--secret-file <file>', 'holds the client secret; "-" reads standard input')
    .option('--issuer <address>', 'another one than the usual')
    .option('--authorize-url <address>', 'sign-in page of another issuer')
    .option('--origin <origin...>', 'beside the issuer: where its tokens and keys may come from')
    .action(async (key, name, options) => ended(await (await commands()).set(key, name, options)))
  provider
    .command('remove <key> <provider>')
    .description('take a provider away; its users keep their accounts')
    .action(async (key, name) => ended(await (await commands()).remove(key, name)))
}

function environmentText(variables: Readonly<Record<string, string>>): string {
  const width = Math.max(0, ...Object.keys(variables).map(name => name.length))
  const lines = Object.entries(variables).map(([name, what]) => `  ${name.padEnd(width)}  ${what}`)
  return lines.length === 0 ? '' : `\nEnvironment, the same for every command:\n${lines.join('\n')}`
}
