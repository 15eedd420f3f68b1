import { Argument, type Command, InvalidArgumentError } from 'commander'
import { FLAGS } from '../../flags.js'
import { type Ended, examples } from '../../help.js'

const LIST = ['--list <file>', 'the allow-list (plugins.json in the state folder)'] as const
const BROWSER =
  '\nThe application in a browser asks its user, and keeps the answers there, on its page of plugins.\n'

export function addPlugins(program: Command, ended: Ended): void {
  const plugins = program
    .command('plugins')
    .description('the plugins of this program, and those from npm')
    .addHelpText('after', examples(['fretwork plugins list', 'fretwork plugins check dist']))
  plugins
    .command('list')
    .description('print every plugin with its state and what it contributes')
    .option('--permissions', 'also what each asks for, with its reasons, and what is granted')
    .option(...FLAGS.plugins)
    .option(...FLAGS.json)
    .addHelpText('after', examples(['fretwork plugins list --permissions']))
    .action(async options => ended(await (await import('./plugins.js')).list(options)))
  addPackages(plugins, ended)
  plugins
    .command('check')
    .description('check the built-in manifests, or those of a built plugin together with them')
    .addArgument(new Argument('[path]', 'a plugin.json, or the folder of one'))
    .option(...FLAGS.json)
    .addHelpText(
      'after',
      `\nEnds with 3 when something is wrong; warnings alone are 0.\n${examples([
        'fretwork plugins check',
        'fretwork plugins check dist/plugin.json',
      ])}`,
    )
    .action(async (path, options) => ended(await (await import('./plugins-check.js')).check(path, options)))
  addAnswers(plugins, ended)
  plugins
    .command('graph')
    .description('print which plugin needs which, and for what')
    .option('--mermaid', 'as a diagram of Mermaid')
    .option(...FLAGS.json)
    .addHelpText('after', examples(['fretwork plugins graph', 'fretwork plugins graph --mermaid']))
    .action(async options => ended(await (await import('./plugins-graph.js')).graph(options)))
}

function addPackages(plugins: Command, ended: Ended): void {
  plugins
    .command('install <package>')
    .description('check a plugin from the npm registry and put it on an allow-list, after asking')
    .option(...LIST)
    .option('--yes', 'do not ask for confirmation')
    .option('--min-age <days>', 'how long a version must have been public (3)', days)
    .option(...FLAGS.json)
    .addHelpText(
      'after',
      `\nThe registry is the one that npm is configured for. "npm search keywords:fretwork-plugin" lists plugins.\n${examples(
        [
          'fretwork plugins install fretwork-plugin-chord-quiz',
          'fretwork plugins install fretwork-plugin-chord-quiz@1.2.0 --list plugins.json --yes',
        ],
      )}`,
    )
    .action(async (spec, options) =>
      ended(await (await import('./plugins-install.js')).install(spec, options)),
    )
  plugins
    .command('remove <plugin>')
    .description('take an installed plugin off the allow-list, and delete its files')
    .option(...LIST)
    .option(...FLAGS.json)
    .addHelpText('after', examples(['fretwork plugins remove chord-quiz']))
    .action(async (id, options) => ended(await (await import('./plugins-install.js')).remove(id, options)))
}

function addAnswers(plugins: Command, ended: Ended): void {
  plugins
    .command('allow <id>')
    .description('give a plugin permissions on this command line')
    .addArgument(
      new Argument('[permission...]', 'such as midi-in or network:api.example.org; all by default'),
    )
    .option(...FLAGS.json)
    .addHelpText(
      'after',
      BROWSER + examples(['fretwork plugins allow sound', 'fretwork plugins allow sound midi-in']),
    )
    .action(async (id, named, options) =>
      ended(await (await import('./plugins-permissions.js')).answer('allow', id, named, options)),
    )
  plugins
    .command('refuse <id>')
    .description('take permissions back from a plugin on this command line')
    .addArgument(new Argument('<permission...>', 'such as midi-in or network:api.example.org'))
    .option(...FLAGS.json)
    .addHelpText('after', BROWSER + examples(['fretwork plugins refuse sound midi-in']))
    .action(async (id, named, options) =>
      ended(await (await import('./plugins-permissions.js')).answer('refuse', id, named, options)),
    )
}

/** Ten years. */
const MOST_DAYS = 3650

function days(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 0 && value <= MOST_DAYS) return value
  throw new InvalidArgumentError(`Give a number of days, 0 to ${MOST_DAYS}.`)
}
