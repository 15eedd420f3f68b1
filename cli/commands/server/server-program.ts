import { Argument, Option } from 'commander'
import type { ProviderId } from '../../../server/tenants/external-providers.js'
import { LEVELS } from '../../../src/core/contract/claims.js'
import { registration } from '../../../src/core/contract/tenant.js'
import { type Words, withSubcommands } from '../../help.js'
import { aligned } from '../../io/print.js'

export function addServer(program: Words, variables: Readonly<Record<string, string>>): void {
  const commands = () => import('./server.js')
  const server = program.subcommand('server', 'run and administer the backend')
  server
    .subcommand('start', 'start the backend and serve the application (configured by environment variables)')
    .runs(async () => (await commands()).start())
  server
    .subcommand('config', 'validate the configuration and print it without secrets')
    .runs(async () => (await commands()).config())
  server
    .subcommand(
      'migrate',
      'run database migrations without starting the server (the server also runs them at startup)',
    )
    .option('--check', 'only list pending migrations; exits with 6 if any are pending')
    .runs(async options => (await commands()).migrate(options))
  server
    .subcommand(
      'create-admin <email>',
      'create an administrator, who gets an email to choose a password, or make an existing user an administrator; without --name, the name is taken from the email address',
    )
    .option('--name <name>', 'display name')
    .flags('tenantOfServer')
    .runs(async (email, options) => (await commands()).createAdmin(email, options))
  server
    .subcommand(
      'remove-second-factor <email>',
      'remove a user’s second factor after you have verified the user’s identity',
    )
    .flags('tenantOfServer')
    .runs(async (email, options) => (await commands()).removeSecondFactor(email, options))
  server
    .subcommand(
      'backup <file>',
      'back up the database to a file (works while the server is running); "-" for standard output',
    )
    .runs(async file => (await commands()).backup(file))
  server
    .subcommand('restore <file>', 'restore a backup into an empty database; "-" for standard input')
    .option('--verify', 'restore into a temporary database instead, to check the backup')
    .option('--end-sessions', 'end all sessions; otherwise sessions ended since the backup are valid again')
    .runs(async (file, options) => (await commands()).restore(file, options))
  server
    .subcommand('demo-data', 'add generated users to a demo (works while the server is running)')
    .option('--people <number>', 'total number of people (60)')
    .option('--remove', 'remove all of them')
    .runs(async options => (await commands()).demoData(options))
  server
    .subcommand(
      'rotate-key',
      'create a new key for access tokens; tokens signed by the old one stay valid until they expire',
    )
    .runs(async () => (await commands()).rotateKey())
  const user = server.subcommand('user', 'manage users')
  user
    .subcommand(
      'invite <file>',
      'invite people from a CSV file with the columns name and email, and optionally groups and plan',
    )
    .option(
      '--teacher <email>',
      'user who owns the groups and becomes a teacher; required if the file has groups',
    )
    .flags('tenantOfServer')
    .runs(async (file, options) => (await commands()).invite(file, options))
  user
    .command('grant')
    .addArgument(new Argument('<plan>').choices(LEVELS))
    .argument('[email...]')
    .description('grant users a plan; paid plans stay, and the higher plan applies')
    .option('--everyone', 'all users of the tenant')
    .flags('tenantOfServer')
    .runs(async (level, emails, options) => (await commands()).grant(level, emails, options))
  user
    .subcommand('delete <email>', 'delete an account and all its data')
    .option('--yes', 'do not ask for confirmation')
    .flags('tenantOfServer')
    .runs(async (email, options) => (await commands()).deleteUser(email, options))
  addTenant(server)

  const text = environmentText(variables)
  for (const command of withSubcommands(server)) command.addHelpText('after', text)
}

function addTenant(server: Words): void {
  const tenant = server.subcommand('tenant', 'manage tenants')
  const commands = () => import('./tenants.js')
  tenant
    .subcommand('list', 'list all tenants')
    .flags('json')
    .runs(async options => (await commands()).list(options))
  for (const [name, description] of [
    ['add', 'add a tenant'],
    ['set', 'change a tenant'],
  ] as const) {
    tenant
      .command(`${name} <key>`)
      .description(description)
      .option('--name <name>', 'display name')
      .option('--host <host...>', 'host names of the tenant')
      .option('--accent <color>', 'accent color, #rrggbb')
      .option('--origin <origin...>', 'additional origins that may call the API')
      .option('--song-host <host...>', 'hosts from which its pages may load songs')
      .addOption(
        new Option(
          '--registration <who>',
          'who can register: anyone (open) or only invited people (closed)',
        ).choices(registration.options),
      )
      .option('--mail-domain <domain...>', 'allow registration only with addresses at these domains')
      .option('--no-mail-domain', 'allow addresses at any domain to register')
      .addOption(new Option('--plan <plan>', 'plan of new accounts').choices(LEVELS))
      .option('--quota <megabytes>', 'storage of each account, whatever its plan')
      .option('--no-quota', 'storage by plan')
      .runs(async (key, options) => (await commands()).change(name, key, options))
  }
  tenant
    .subcommand('remove <key>', 'remove a tenant and all its data')
    .option('--yes', 'do not ask for confirmation')
    .runs(async (key, options) => (await commands()).remove(key, options))
  addProvider(tenant)
}

function addProvider(tenant: Words): void {
  const provider = tenant.subcommand('provider', 'manage external login providers: google, windows')
  const commands = () => import('./tenant-providers.js')
  const known = () =>
    new Argument('<provider>').choices(['google', 'windows'] satisfies readonly ProviderId[])
  provider
    .subcommand('list <key>', 'list the providers of a tenant, without secrets')
    .flags('json')
    .runs(async (key, options) => (await commands()).list(key, options))
  provider
    .command('set <key>')
    .addArgument(known())
    .description('configure google or windows (Microsoft)')
    .requiredOption('--client-id <id>', 'client ID from the provider')
    .requiredOption('--redirect <address...>', 'URL the provider may redirect the browser to')
    .option('--secret-file <file>', 'file with the client secret; "-" for standard input')
    .option('--issuer <address>', 'issuer, if not the default')
    .option('--authorize-url <address>', 'login page, for a custom issuer')
    .option('--origin <origin...>', 'additional origins of tokens and keys')
    .runs(async (key, name, options) => (await commands()).set(key, name, options))
  provider
    .command('remove <key>')
    .addArgument(known())
    .description('remove a provider; its users keep their accounts')
    .runs(async (key, name) => (await commands()).remove(key, name))
}

function environmentText(variables: Readonly<Record<string, string>>): string {
  const lines = aligned(Object.entries(variables)).map(line => `  ${line}`)
  return lines.length === 0 ? '' : `\nEnvironment variables for all commands:\n${lines.join('\n')}`
}
