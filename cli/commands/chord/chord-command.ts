/** The words of `fretwork chord`. */
import type { Command } from 'commander'
import { type Ended, examples } from '../../help.js'

export function addChord(program: Command, ended: Ended): void {
  const chord = program.command('chord').description('name chords')
  chord
    .command('name <note...>')
    .description(
      'name the chord of some notes, the lowest first: C4, Eb4, F#3 or MIDI numbers; without octaves they ascend',
    )
    .option('--key <key>', 'the key of the piece, for its spelling: C, Am, Bb, D dorian')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples([
        'fretwork chord name C4 Eb4 Gb4 Bb4',
        'fretwork chord name --key Ab --json 44 48 51 54',
        'fretwork chord name G F A C',
      ]),
    )
    .action(async (notes, options) =>
      ended(await (await import('./chord-name.js')).nameChord(notes, options)),
    )
}
