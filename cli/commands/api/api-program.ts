import { Option } from 'commander'
import { type Words } from '../../help.js'

const session = () => import('./api.js')

const atServer = (command: Words) => command.onServer().flags('json')

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export function addApi(program: Words): void {
  const api = program
    .subcommand('api', 'call the API')
    .examples('fretwork api list', 'fretwork api GET /health', 'fretwork api call tenant.card --json')
  addSession(api)
  addCalls(api)
  atServer(
    api.subcommand(
      'check',
      'check a running server against the whole API contract, using temporary accounts',
    ),
  )
    .option(
      '--account <email...>',
      'use these two accounts (password in FRETWORK_PASSWORD) and leave them unchanged',
    )
    .option('--admin <email>', 'email of an administrator (password in FRETWORK_ADMIN_PASSWORD)')
    .option('--other-tenant <key>', 'a second tenant that must reject tokens of the first')
    .option('--read-only', 'send only GET requests and logins')
    .option('--only <name...>', 'check only these calls or groups of calls, such as "share" or "share.open"')
    .flags('junit', 'html')
    .note('Exits with 6 if the server violates its contract.')
    .examples(
      'fretwork api check',
      'fretwork api check --only auth user.summary',
      'fretwork api check --read-only --account a@example.org b@example.org',
    )
    .runs(async options => (await import('./api-check.js')).check(options))
  api
    .subcommand('env', 'list the environments of the config file')
    .flags('json')
    .note(
      'The file is JSON: {"environment": "local", "environments": {"local": {"baseUrl": "…", "tenant": "…"}}}',
    )
    .examples('fretwork api env')
    .runs(async options => (await session()).environments(options))
}

function addSession(api: Words): void {
  atServer(api.subcommand('login', 'log in and keep the session for later calls'))
    .requiredOption('--email <address>', 'email address of the account')
    .option('--password <password>', 'password; safer in FRETWORK_PASSWORD, or typed at the prompt')
    .option('--code <code>', 'two-step login: code from your authenticator app, or a recovery code')
    .examples('fretwork api login --email demo@fretwork.local')
    .runs(async options => (await session()).logIn(options))
  atServer(api.subcommand('whoami', 'print who is logged in'))
    .examples('fretwork api whoami', 'fretwork api whoami --json')
    .runs(async options => (await session()).whoAmI(options))
  api
    .subcommand('token', 'print the session’s access token, refreshing it if it is about to expire')
    .onServer()
    .note('Exits with 4 if you are not logged in.')
    .examples(
      'curl -H "Authorization: Bearer $(fretwork api token)" -H "X-Tenant: fretwork" http://127.0.0.1:4680/presence/api/v1/auth/user',
    )
    .runs(async options => (await session()).token(options))
  atServer(api.subcommand('logout', 'end the session'))
    .examples('fretwork api logout')
    .runs(async options => (await session()).logOut(options))
}

function addCalls(api: Words): void {
  const calls = () => import('./api-calls.js')
  const curl = new Option('--curl', 'print the call as a curl command instead of making it')
  const data = new Option('--data <json>', 'request body: JSON, @file, or - for standard input')
  api
    .subcommand('list', 'list all API calls (with their schemas if --json), or print the schema of one call')
    .argument('[name]', 'such as user.search')
    .flags('json')
    .examples('fretwork api list', 'fretwork api list user.search', 'fretwork api list --json')
    .runs(async (name, options) => (await calls()).list(name, options))
  atServer(api.subcommand('call <name>', 'call the API and check the response against the contract'))
    .option('--param <name=value...>', 'path parameters')
    .option('--query <name=value...>', 'query parameters')
    .addOption(data)
    .addOption(curl)
    .examples(
      'fretwork api call auth.user',
      `fretwork api call user.search --data '{"query": "a", "page": 1, "pageSize": 10}'`,
      'fretwork api call user.links --query kind=following --query page=1',
      'fretwork api call auth.user --curl',
    )
    .runs(async (name, options) => (await calls()).call(name, options))
  for (const method of METHODS) {
    atServer(api.command(`${method} <path>`))
      .alias(method.toLowerCase())
      .description(`send a ${method} request to a path`)
      .addOption(data)
      .addOption(curl)
      .runs(async (path, options) => (await calls()).raw(method, path, options))
  }
}
