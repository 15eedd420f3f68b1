import { InvalidArgumentError } from 'commander'
import { type Words } from '../../help.js'

const LIST = ['--list <file>', 'allow list (plugins.json in the state folder)'] as const
const BROWSER =
  'In the browser, the application asks the user and stores the answers there (see the Plugins page).'

const packages = () => import('./plugins-install.js')
const permissions = () => import('./plugins-permissions.js')

export function addPlugins(program: Words): void {
  const plugins = program
    .subcommand('plugins', 'manage built-in plugins and plugins from npm')
    .examples('fretwork plugins list', 'fretwork plugins check dist')
  plugins
    .subcommand('list', 'list all plugins with their status and contributions')
    .option('--permissions', 'also list permissions with their reasons, and which are granted')
    .flags('plugins', 'json')
    .examples('fretwork plugins list --permissions')
    .runs(async options => (await import('./plugins.js')).list(options))
  addPackages(plugins)
  plugins
    .subcommand('check', 'check the built-in manifests, or a built plugin against them')
    .argument('[path]', 'path of a plugin.json or its folder')
    .flags('json')
    .note('Exits with 3 if there are errors, and with 0 if there are only warnings.')
    .examples('fretwork plugins check', 'fretwork plugins check dist/plugin.json')
    .runs(async (path, options) => (await import('./plugins-check.js')).check(path, options))
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
    .option('--yes', 'do not ask for confirmation')
    .option('--min-age <days>', 'minimum age of a version (3)', days)
    .flags('json')
    .note('Uses the registry of your npm configuration. "npm search keywords:fretwork-plugin" lists plugins.')
    .examples(
      'fretwork plugins install fretwork-plugin-chord-quiz',
      'fretwork plugins install fretwork-plugin-chord-quiz@1.2.0 --list plugins.json --yes',
    )
    .runs(async (spec, options) => (await packages()).install(spec, options))
  plugins
    .subcommand('remove <plugin>', 'remove an installed plugin from the allow list and delete its files')
    .option(...LIST)
    .flags('json')
    .examples('fretwork plugins remove chord-quiz')
    .runs(async (id, options) => (await packages()).remove(id, options))
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
  throw new InvalidArgumentError(`Give a number of days, 0 to ${MOST_DAYS}.`)
}
