/** The subcommands of `fretwork plugins`. Their code is loaded on demand. */
import { Argument, type Command, Option } from 'commander'
import { FLAGS } from '../../flags.js'
import { type Ended, examples } from '../../help.js'
import { addIndex } from './index/index-program.js'
import type { GraphFormat } from './plugins-graph.js'

// Here, because the rest of the graph is loaded when it is printed.
const GRAPH_FORMATS = ['text', 'dot', 'json', 'mermaid'] as const satisfies readonly GraphFormat[]

export function addPlugins(program: Command, ended: Ended): void {
  const plugins = program
    .command('plugins')
    .description('the plugins of this program, and new ones')
    .addHelpText(
      'after',
      examples(['fretwork plugins list', 'fretwork plugins new chord-quiz', 'fretwork plugins check dist']),
    )
  plugins
    .command('list')
    .description('print every plugin with its state and what it contributes')
    .option(...FLAGS.plugins)
    .option(...FLAGS.json)
    .action(async options => ended(await (await import('./plugins.js')).list(options)))
  plugins
    .command('graph')
    .description('print which plugin needs which, and for what')
    .addOption(new Option('--format <format>', 'output format').choices(GRAPH_FORMATS).default('text'))
    .option(...FLAGS.json)
    .addHelpText(
      'after',
      examples(['fretwork plugins graph', 'fretwork plugins graph --format dot | dot -Tsvg > plugins.svg']),
    )
    .action(async options => ended(await (await import('./plugins-graph.js')).graph(options)))
  plugins
    .command('check')
    .description('check the built-in manifests, or the one at a path together with them')
    .addArgument(new Argument('[path]', 'a plugin.json, a module with a manifest, or the folder of one'))
    .option(...FLAGS.json)
    .addHelpText(
      'after',
      `\nEnds with 3 when something is wrong; warnings alone are 0.\n${examples([
        'fretwork plugins check',
        'fretwork plugins check dist/plugin.json',
        'npm run fretwork -- plugins check src/plugins/sound',
      ])}`,
    )
    .action(async (path, options) => ended(await (await import('./plugins-check.js')).check(path, options)))
  for (const [word, description] of [
    ['enable', 'let a plugin run again on this command line'],
    ['disable', 'keep a plugin from running on this command line'],
  ] as const) {
    plugins
      .command(`${word} <id>`)
      .description(description)
      .option(...FLAGS.json)
      .addHelpText(
        'after',
        `\nThe application in a browser has its own switches, on its page of plugins.\n${examples([
          `fretwork plugins ${word} sound`,
        ])}`,
      )
      .action(async (id, options) =>
        ended(await (await import('./plugins-switch.js')).switchPlugin(word, id, options)),
      )
  }
  addPermissions(plugins, ended)
  addIndex(plugins, ended)
  plugins
    .command('new <name>')
    .description('make a plugin that works, to be changed into your own')
    .option('--in-repo', "inside Fretwork's repository (there, where nothing else is said)")
    .option('--package <folder>', 'as a package of its own, in a new folder')
    .addHelpText(
      'after',
      examples([
        'fretwork plugins new chord-quiz',
        'fretwork plugins new chord-quiz --package ../chord-quiz',
      ]),
    )
    .action(async (name, options) => ended((await import('./plugins-new.js')).create(name, options)))
}

function addPermissions(plugins: Command, ended: Ended): void {
  const page =
    '\nThe application in a browser asks its user, and keeps the answers there, on its page of plugins.\n'
  plugins
    .command('permissions')
    .description('print what plugins ask for, with their reasons, and what is granted')
    .addArgument(new Argument('[id]', 'only those of this plugin'))
    .option(...FLAGS.json)
    .addHelpText('after', examples(['fretwork plugins permissions', 'fretwork plugins permissions sound']))
    .action(async (id, options) =>
      ended((await import('./plugins-permissions.js')).permissions(id, options, await ofUser())),
    )
  plugins
    .command('allow <id>')
    .description('give a plugin permissions on this command line')
    .addArgument(
      new Argument('[permission...]', 'such as midi-in or network:api.example.org; all by default'),
    )
    .option(...FLAGS.json)
    .addHelpText(
      'after',
      page + examples(['fretwork plugins allow sound', 'fretwork plugins allow sound midi-in']),
    )
    .action(async (id, named, options) =>
      ended((await import('./plugins-permissions.js')).answer('allow', id, named, options, await ofUser())),
    )
  plugins
    .command('refuse <id>')
    .description('take permissions back from a plugin on this command line')
    .addArgument(new Argument('<permission...>', 'such as midi-in or network:api.example.org'))
    .option(...FLAGS.json)
    .addHelpText('after', page + examples(['fretwork plugins refuse sound midi-in']))
    .action(async (id, named, options) =>
      ended((await import('./plugins-permissions.js')).answer('refuse', id, named, options, await ofUser())),
    )
}

/** The plugins of the application, with the packages that its user has allowed. */
async function ofUser() {
  const { PLUGINS } = await import('../../../src/plugins/plugin-list.js')
  return (await import('../../packages/with-packages.js')).withPackages(PLUGINS, undefined)
}
