/** The words of `fretwork run`. The flags of a command are its own: they are read once it is known which it is. */
import type { Command } from 'commander'
import { type Ended, examples, waitSeconds } from '../../help.js'
import { withServer } from '../server/server-option.js'

export function addRun(program: Command, ended: Ended): void {
  const run = withServer(program.command('run'))
    .description('run a command of a plugin that needs no screen; without an id they are listed')
    .argument('[id]', 'the command, such as midi-io.set-channel')
    .argument('[flags...]', 'what the command asks for: "fretwork run ID --help" prints its flags')
    .option('--midi', 'open the MIDI ports of this machine for it')
    .option('--stay <seconds>', 'go on for so long before ending, for what sounds', waitSeconds)
    .option('--json', 'print JSON')
    .passThroughOptions()
    .allowUnknownOption()
    .helpOption(false)
    .addHelpText(
      'after',
      `\nOptions of "run" itself stand before the id.\n${examples([
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
