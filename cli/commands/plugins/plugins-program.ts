import { InvalidArgumentError } from 'commander'
import { type Words } from '../../help.js'

const LIST = ['--list <file>', 'the allow-list (plugins.json in the state folder)'] as const
const BROWSER =
  'The application in a browser asks its user, and keeps the answers there, on its page of plugins.'

const packages = () => import('./plugins-install.js')
const permissions = () => import('./plugins-permissions.js')

export function addPlugins(program: Words): void {
  const plugins = program
    .subcommand('plugins', 'the plugins of this program, and those from npm')
    .examples('fretwork plugins list', 'fretwork plugins check dist')
  plugins
    .subcommand('list', 'print every plugin with its state and what it contributes')
    .option('--permissions', 'also what each asks for, with its reasons, and what is granted')
    .flags('plugins', 'json')
    .examples('fretwork plugins list --permissions')
    .runs(async options => (await import('./plugins.js')).list(options))
  addPackages(plugins)
  plugins
    .subcommand('check', 'check the built-in manifests, or those of a built plugin together with them')
    .argument('[path]', 'a plugin.json, or the folder of one')
    .flags('json')
    .note('Ends with 3 when something is wrong; warnings alone are 0.')
    .examples('fretwork plugins check', 'fretwork plugins check dist/plugin.json')
    .runs(async (path, options) => (await import('./plugins-check.js')).check(path, options))
  addAnswers(plugins)
  plugins
    .subcommand('graph', 'print which plugin needs which, and for what')
    .option('--mermaid', 'as a diagram of Mermaid')
    .flags('json')
    .examples('fretwork plugins graph', 'fretwork plugins graph --mermaid')
    .runs(async options => (await import('./plugins-graph.js')).graph(options))
}

function addPackages(plugins: Words): void {
  plugins
    .subcommand(
      'install <package>',
      'check a plugin from the npm registry and put it on an allow-list, after asking',
    )
    .option(...LIST)
    .option('--yes', 'do not ask for confirmation')
    .option('--min-age <days>', 'how long a version must have been public (3)', days)
    .flags('json')
    .note(
      'The registry is the one that npm is configured for. "npm search keywords:fretwork-plugin" lists plugins.',
    )
    .examples(
      'fretwork plugins install fretwork-plugin-chord-quiz',
      'fretwork plugins install fretwork-plugin-chord-quiz@1.2.0 --list plugins.json --yes',
    )
    .runs(async (spec, options) => (await packages()).install(spec, options))
  plugins
    .subcommand('remove <plugin>', 'take an installed plugin off the allow-list, and delete its files')
    .option(...LIST)
    .flags('json')
    .examples('fretwork plugins remove chord-quiz')
    .runs(async (id, options) => (await packages()).remove(id, options))
}

function addAnswers(plugins: Words): void {
  plugins
    .subcommand('allow <id>', 'give a plugin permissions on this command line')
    .argument('[permission...]', 'such as midi-in or network:api.example.org; all by default')
    .flags('json')
    .note(BROWSER)
    .examples('fretwork plugins allow sound', 'fretwork plugins allow sound midi-in')
    .runs(async (id, named, options) => (await permissions()).answer('allow', id, named, options))
  plugins
    .subcommand('refuse <id>', 'take permissions back from a plugin on this command line')
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
