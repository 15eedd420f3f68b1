import { type Command, Option } from 'commander'
import { FLAGS } from '../../flags.js'
import { type Ended, examples } from '../../help.js'

export function addChord(program: Command, ended: Ended): void {
  const chord = program.command('chord').description('name chords, and find how to play them')
  chord
    .command('name <note...>')
    .description(
      'name the chord of some notes, the lowest first: C4, Eb4, F#3 or MIDI numbers; without octaves they ascend',
    )
    .option('--key <key>', 'the key of the piece, for its spelling: C, Am, Bb, D dorian')
    .option(...FLAGS.json)
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
  chord
    .command('voicings <chord>')
    .description(
      'find how to play a chord, the usual voicings first; frets are from the lowest string, and counted from the capo',
    )
    .option('--tuning <tuning>', 'name of a tuning, or its strings from low to high', 'E2 A2 D3 G3 B3 E4')
    .option('--capo <fret>', 'fret of the capo', '0')
    .option(...FLAGS.limit, '10')
    .addOption(
      new Option('--form <form>', 'only voicings of this form').choices([
        'open',
        'barre',
        'shell',
        'drop2',
        'drop3',
      ]),
    )
    .option('--strings <set>', 'only on these strings, the lowest and the highest: 4-1')
    .option('--root <string>', 'only with the root as lowest note on this string')
    .option(...FLAGS.json)
    .addHelpText(
      'after',
      examples([
        "fretwork chord voicings 'E7(#9)'",
        'fretwork chord voicings Cmaj7 --form drop2 --strings 4-1',
        'fretwork chord voicings Am7 --tuning DADGAD --capo 2 --limit 5 --json',
        "fretwork chord voicings G --tuning 'G4 C4 E4 A4'",
      ]),
    )
    .action(async (symbol, options) =>
      ended(await (await import('./chord-voicings.js')).findVoicings(symbol, options)),
    )
}
