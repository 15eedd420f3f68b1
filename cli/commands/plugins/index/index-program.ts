/** The words of `fretwork plugins` about an index: publish, yank, search, install, update, remove. */
import { type Command, InvalidArgumentError } from 'commander'
import { FLAGS } from '../../../flags.js'
import { type Ended, examples } from '../../../help.js'

const INDEX = ['--index <place>', 'the index of plugins: its folder, or its address to read it'] as const
const LIST = ['--list <file>', 'the allow-list (plugins.json in the state folder)'] as const
const NOW = ['--now', 'also what was just published'] as const
const COOLING = ['--cooling-days <days>', 'how long a version must have been public (3)'] as const

export function addIndex(plugins: Command, ended: Ended): void {
  plugins
    .command('publish <folder>')
    .description('check a built package and add it to an index as a version that never changes')
    .requiredOption(...INDEX)
    .option('--older', 'also a version that is lower than the latest')
    .option(...FLAGS.json)
    .addHelpText('after', examples(['fretwork plugins publish ../chord-quiz --index ./index']))
    .action(async (folder, options) => ended(await (await import('./publish.js')).publish(folder, options)))
  plugins
    .command('yank <version>')
    .description('withdraw a version of an index: it is not installed any more')
    .argument('[reason]', 'why, as a sentence for its users')
    .requiredOption(...INDEX)
    .option('--undo', 'let it be installed again')
    .addHelpText(
      'after',
      examples(['fretwork plugins yank chord-quiz@1.0.0 --index ./index "It loses notes."']),
    )
    .action(async (version, reason, options) =>
      ended(await (await import('./publish.js')).yank(version, reason, options)),
    )
  plugins
    .command('search [word]')
    .description('list the plugins of an index, with what they may use')
    .requiredOption(...INDEX)
    .option(...FLAGS.json)
    .addHelpText('after', examples(['fretwork plugins search chord --index https://plugins.example.org']))
    .action(async (word, options) => ended(await (await import('./search.js')).search(word, options)))
  plugins
    .command('install <plugin>')
    .description('check a plugin of an index and put it on an allow-list, after asking')
    .requiredOption(...INDEX)
    .option(...LIST)
    .option('--yes', 'do not ask for confirmation')
    .option(...NOW)
    .option(...COOLING, days)
    .option(...FLAGS.json)
    .addHelpText(
      'after',
      examples([
        'fretwork plugins install chord-quiz --index https://plugins.example.org',
        'fretwork plugins install chord-quiz@1.2.0 --index ./index --list plugins.json --yes',
      ]),
    )
    .action(async (what, options) => ended(await (await import('./install.js')).install(what, options)))
  plugins
    .command('update [plugin...]')
    .description('take newer versions of what was installed from an index')
    .option(...LIST)
    .option(...NOW)
    .option('--allow <plugin...>', 'agree to what these newly ask for')
    .option(...COOLING, days)
    .option(...FLAGS.json)
    .addHelpText('after', examples(['fretwork plugins update', 'fretwork plugins update chord-quiz --now']))
    .action(async (ids, options) => ended(await (await import('./update.js')).update(ids, options)))
  plugins
    .command('remove <plugin>')
    .description('take a plugin that was installed from an index off the allow-list')
    .option(...LIST)
    .option(...FLAGS.json)
    .addHelpText('after', examples(['fretwork plugins remove chord-quiz']))
    .action(async (id, options) => ended(await (await import('./install.js')).remove(id, options)))
}

/** Ten years. */
const MOST_DAYS = 3650

function days(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 0 && value <= MOST_DAYS) return value
  throw new InvalidArgumentError(`Give a number of days, 0 to ${MOST_DAYS}.`)
}
