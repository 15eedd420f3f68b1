/** The words of `fretwork midi`. */
import { type Command, InvalidArgumentError } from 'commander'
import type { Ended } from '../ended.js'
import { examples } from '../examples.js'
import { LONGEST_WAIT_S } from '../longest-wait.js'

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
    .description('print what comes in, until Ctrl-C')
    .option('--port <name...>', 'these inputs only')
    .option('--format <format>', 'text or ndjson', format, 'text')
    .option('--for <seconds>', 'end after so long', seconds)
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

function format(text: string): 'text' | 'ndjson' {
  if (text === 'text' || text === 'ndjson') return text
  throw new InvalidArgumentError('Choose text or ndjson.')
}

function seconds(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 0 && value <= LONGEST_WAIT_S) return value
  throw new InvalidArgumentError(`It is not a number of seconds up to ${LONGEST_WAIT_S}.`)
}
