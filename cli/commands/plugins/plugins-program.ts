import { InvalidArgumentError, Option } from 'commander'
import { type Words } from '../../help.js'

const LIST = ['--list <file>', 'allow list (plugins.json in the state folder)'] as const
const BROWSER =
  'In the browser, the application asks the user and stores the answers there (see the Plugins page).'

const packages = () => import('./plugins-install.js')
const ofTenant = () => import('./plugins-of-tenant.js')
const TENANT = [
  '--tenant <key>',
  'use the plugins of this tenant, in the server’s database (set by its environment variables)',
] as const
const permissions = () => import('./plugins-permissions.js')

export function addPlugins(program: Words): void {
  const plugins = program
    .subcommand('plugins', 'manage built-in plugins and plugins from npm')
    .examples('fretwork plugins list', 'fretwork plugins check dist')
  plugins
    .subcommand('list', 'list all plugins with their status and contributions')
    .option('--permissions', 'also list permissions with their reasons, and which are granted')
    .option(...TENANT)
    .flags('plugins', 'json')
    .examples('fretwork plugins list --permissions')
    .runs(async ({ tenant, ...options }) =>
      tenant === undefined
        ? (await import('./plugins.js')).list(options)
        : (await ofTenant()).listOf(tenant, options.json),
    )
  addPackages(plugins)
  plugins
    .subcommand('check', 'check a built plugin: code, panel, commands, permissions and translations')
    .argument('[path]', 'folder of the plugin, or its plugin.json; without it, the built-in plugins')
    .flags('json')
    .note('Exits with 3 if there are errors, and with 0 if there are only warnings.')
    .examples('fretwork plugins check .', 'fretwork plugins check dist/plugin.json')
    .runs(async (path, options) => (await import('./plugins-check.js')).check(path, options))
  plugins
    .subcommand('dev', 'build and watch a plugin, and serve it in a temporary Fretwork')
    .argument('[folder]', 'folder of the plugin; default: this folder')
    .note('Its accounts and data are temporary, and are deleted when you stop it with Ctrl+C.')
    .examples('fretwork plugins dev ../tap-tempo')
    .runs(async folder => (await import('./plugins-dev.js')).dev(folder))
  addAnswers(plugins)
  plugins
    .subcommand('graph', 'print the dependency graph')
    .option('--mermaid', 'print a Mermaid diagram')
    .flags('json')
    .examples('fretwork plugins graph', 'fretwork plugins graph --mermaid')
    .runs(async options => (await import('./plugins-graph.js')).graph(options))
}

function addPackages(plugins: Words): void {
  plugins
    .subcommand(
      'install <package>',
      'check a plugin from the npm registry and, after confirmation, add it to an allow list',
    )
    .option(...LIST)
    .option(...TENANT)
    .option('--feature <feature>', 'with --tenant: only for users whose plan includes it')
    .addOption(
      new Option('--runs <where>', 'with --tenant: in a sandbox (apart) or in the page').choices([
        'apart',
        'page',
      ]),
    )
    .option('--integrity <hash>', 'with --tenant: hash of the plugin.json, required for a URL')
    .option('--yes', 'do not ask for confirmation')
    .option('--min-age <days>', 'minimum age of a version (3)', days)
    .flags('json')
    .note('Uses the registry of your npm configuration. "npm search keywords:fretwork-plugin" lists plugins.')
    .examples(
      'fretwork plugins install fretwork-plugin-chord-quiz',
      'fretwork plugins install fretwork-plugin-chord-quiz@1.2.0 --list plugins.json --yes',
    )
    .runs(async (spec, { tenant, ...options }) =>
      tenant === undefined
        ? (await packages()).install(spec, options)
        : (await ofTenant()).installFor(spec, { ...options, tenant }),
    )
  plugins
    .subcommand('remove <plugin>', 'remove an installed plugin from the allow list and delete its files')
    .option(...LIST)
    .option(...TENANT)
    .flags('json')
    .examples('fretwork plugins remove chord-quiz')
    .runs(async (id, { tenant, ...options }) =>
      tenant === undefined
        ? (await packages()).remove(id, options)
        : (await ofTenant()).removeFrom(tenant, id, options.json),
    )
}

function addAnswers(plugins: Words): void {
  plugins
    .subcommand('allow <id>', 'grant permissions to a plugin on this command line')
    .argument('[permission...]', 'such as midi-in or network:api.example.org; default: all')
    .flags('json')
    .note(BROWSER)
    .examples('fretwork plugins allow sound', 'fretwork plugins allow sound midi-in')
    .runs(async (id, named, options) => (await permissions()).answer('allow', id, named, options))
  plugins
    .subcommand('refuse <id>', 'revoke permissions of a plugin on this command line')
    .argument('<permission...>', 'such as midi-in or network:api.example.org')
    .flags('json')
    .note(BROWSER)
    .examples('fretwork plugins refuse sound midi-in')
    .runs(async (id, named, options) => (await permissions()).answer('refuse', id, named, options))
}

const MOST_DAYS = 3650

function days(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 0 && value <= MOST_DAYS) return value
  throw new InvalidArgumentError(`Expected a number of days from 0 to ${MOST_DAYS}.`)
}
