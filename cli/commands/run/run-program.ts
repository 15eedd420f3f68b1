/** The words of `fretwork run`. The flags of a command are its own: they are read once it is known which it is. */
import type { Command } from 'commander'
import { type Ended, examples, waitSeconds } from '../../help.js'
import { withServer } from '../server/server-option.js'

export function addRun(program: Command, ended: Ended): void {
  const run = withServer(program.command('run'))
    .description('run a plugin command that needs no screen; without an id, list them')
    .argument('[id]', 'the command, such as midi-io.set-channel')
    .argument('[flags...]', 'options of the command: "fretwork run ID --help" lists them')
    .option('--midi', 'open the MIDI ports of this machine')
    .option('--stay <seconds>', 'keep running this long, so that notes can sound', waitSeconds)
    .option('--json', 'print JSON')
    .passThroughOptions()
    .allowUnknownOption()
    .helpOption(false)
    .addHelpText(
      'after',
      `\nOptions of "run" itself go before the id.\n${examples([
        'fretwork run',
        'fretwork run --json',
        'fretwork run midi-io.set-channel --help',
        'fretwork run midi-io.set-channel --channel 3',
        'fretwork run --json midi-io.set-velocity --velocity 0.75',
      ])}`,
    )
  run.action(async (id, flags, options) =>
    ended(await (await import('./run.js')).runCommand(id, flags, options, () => run.helpInformation())),
  )
}
