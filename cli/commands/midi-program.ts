/** The words of `fretwork midi`. */
import { type Command, Option } from 'commander'
import { type Ended, examples, waitSeconds } from '../help.js'

export function addMidi(program: Command, ended: Ended): void {
  const midi = program
    .command('midi')
    .description('the MIDI ports of this machine')
    .addHelpText(
      'after',
      examples([
        'fretwork midi ports',
        'fretwork midi monitor',
        'fretwork midi send --port "My synth" 144 64 100',
      ]),
    )
  midi
    .command('ports')
    .description('list inputs and outputs')
    .option('--json', 'print JSON')
    .action(async options => ended(await (await import('../midi/commands.js')).ports(options)))
  midi
    .command('monitor')
    .description('print incoming messages until Ctrl-C')
    .option('--port <name...>', 'these inputs only')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'ndjson']).default('text'))
    .option('--for <seconds>', 'stop after this time', waitSeconds)
    .action(async options => ended(await (await import('../midi/commands.js')).monitor(options)))
  midi
    .command('send <byte...>')
    .description('send one message: its bytes as numbers (144, 0x90)')
    .requiredOption('--port <name>', 'the output')
    .action(async (bytes, options) => ended(await (await import('../midi/commands.js')).send(bytes, options)))
  midi
    .command('panic')
    .description('silence an output, or all of them')
    .option('--port <name>', 'this output only')
    .action(async options => ended(await (await import('../midi/commands.js')).panic(options)))
}
