/** The words of `fretwork song`. */
import type { Command } from 'commander'
import type { Ended } from '../help.js'
import { examples } from '../help.js'

export function addSong(program: Command, ended: Ended): void {
  const song = program.command('song').description('inspect, check, convert and compare songs')
  const commands = () => import('./song.js')
  song
    .command('info <file>')
    .description('print name, length, tempo and tracks')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(['fretwork song info song.mid', 'fretwork song info --json song.mid']))
    .action(async (file, options) => ended(await (await commands()).info(file, options)))
  song
    .command('validate <file...>')
    .description('check that files are songs, and report what is ignored')
    .option('--json', 'print JSON')
    .option('--junit <file>', 'write the result as JUnit XML')
    .addHelpText('after', examples(['fretwork song validate song.mid song.json']))
    .action(async (files, options) => ended(await (await commands()).validate(files, options)))
  song
    .command('convert <from> <to>')
    .description('convert between .mid and JSON, by the extension of <to>; "-" is standard output, as JSON')
    .addHelpText(
      'after',
      examples([
        'fretwork song convert song.mid converted.json',
        'fretwork song convert song.json converted.mid',
      ]),
    )
    .action(async (from, to) => ended(await (await commands()).convert(from, to)))
  song
    .command('diff <first> <second>')
    .description('list the differences between two songs; exits with 6 if there are any')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(['fretwork song diff song.mid song.json']))
    .action(async (first, second, options) => ended(await (await commands()).diff(first, second, options)))
}
