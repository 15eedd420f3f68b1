/** The words of `fretwork api`. */
import { type Command, Option } from 'commander'
import type { Ended } from '../../help.js'
import { examples } from '../../help.js'
import { withServer } from '../server/server-option.js'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export function addApi(program: Command, ended: Ended): void {
  const api = program
    .command('api')
    .description('call the API as the application does')
    .addHelpText(
      'after',
      examples(['fretwork api list', 'fretwork api GET /health', 'fretwork api call tenant.card --json']),
    )
  const common = (command: Command) => withServer(command).option('--json', 'print JSON')
  addSession(api, common, ended)
  addCalls(api, common, ended)
  common(api.command('check'))
    .description('hold a live server against the whole contract, with accounts that are removed afterwards')
    .option(
      '--account <email...>',
      'two accounts instead (their password in FRETWORK_PASSWORD); they stay as they are',
    )
    .option('--admin <email>', 'an Admin (password in FRETWORK_ADMIN_PASSWORD)')
    .option('--other-tenant <key>', 'a second tenant, which must not take the tokens of the first')
    .option('--read-only', 'nothing but GET, and logging in')
    .option('--junit <file>', 'write the result as JUnit XML')
    .addHelpText(
      'after',
      `\nEnds with 6 where the server does not keep to its contract.\n${examples([
        'fretwork api check',
        'fretwork api check --read-only --account a@example.org b@example.org',
      ])}`,
    )
    .action(async options => ended(await (await import('./api-check.js')).check(options)))
  api
    .command('env')
    .description('list the environments of the config file')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nThe file is JSON: {"environment": "local", "environments": {"local": {"baseUrl": "…", "tenant": "…"}}}\n${examples(['fretwork api env'])}`,
    )
    .action(async options => ended((await import('./api-env.js')).environments(options)))
}

function addSession(api: Command, common: (command: Command) => Command, ended: Ended): void {
  const session = () => import('./api.js')
  common(api.command('login'))
    .description('log in and keep the session for later calls')
    .requiredOption('--email <address>', 'address of the account')
    .option('--password <password>', 'password; better in FRETWORK_PASSWORD, or typed when asked')
    .addHelpText('after', examples(['fretwork api login --email demo@fretwork.local']))
    .action(async options => ended(await (await session()).logIn(options)))
  common(api.command('whoami'))
    .description('print who is logged in')
    .addHelpText('after', examples(['fretwork api whoami', 'fretwork api whoami --json']))
    .action(async options => ended(await (await session()).whoAmI(options)))
  common(api.command('logout'))
    .description('end the session')
    .addHelpText('after', examples(['fretwork api logout']))
    .action(async options => ended(await (await session()).logOut(options)))
}

function addCalls(api: Command, common: (command: Command) => Command, ended: Ended): void {
  const calls = () => import('./api-calls.js')
  const curl = new Option('--curl', 'print the call for curl instead of making it')
  const data = new Option('--data <json>', 'the body: JSON, @file, or - for standard input')
  api
    .command('list')
    .description('list every call of the contract; of one, its schema')
    .argument('[name]', 'such as user.search')
    .option('--json', 'print JSON, with schemas')
    .addHelpText(
      'after',
      examples(['fretwork api list', 'fretwork api list user.search', 'fretwork api list --json']),
    )
    .action(async (name, options) => ended((await calls()).list(name, options)))
  common(api.command('call <name>'))
    .description('make a call of the contract; its answer is held against it')
    .option('--param <name=value...>', 'path parameters')
    .option('--query <name=value...>', 'its query')
    .addOption(data)
    .addOption(curl)
    .addHelpText(
      'after',
      examples([
        'fretwork api call auth.user',
        `fretwork api call user.search --data '{"query": "a", "page": 1, "pageSize": 10}'`,
        'fretwork api call user.links --query kind=following --query page=1',
        'fretwork api call auth.user --curl',
      ]),
    )
    .action(async (name, options) => ended(await (await calls()).call(name, options)))
  for (const method of METHODS) {
    common(api.command(`${method} <path>`))
      .alias(method.toLowerCase())
      .description(`make a call by its address: ${method}`)
      .addOption(data)
      .addOption(curl)
      .action(async (path, options) => ended(await (await calls()).raw(method, path, options)))
  }
}
