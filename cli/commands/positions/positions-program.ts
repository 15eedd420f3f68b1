/** The words of `fretwork positions`; what they do loads when they are used. */
import type { Command } from 'commander'

type Ended = (exitCode: number | undefined) => void

export function addPositions(program: Command, ended: Ended): void {
  const positions = program
    .command('positions')
    .description('find the string and fret where a guitarist would play each note')
  positions
    .command('solve <file>')
    .description(
      'place the notes of a .mid file or of tablature without places (.json, .json.gz); "-" reads standard input',
    )
    .option(
      '--tuning <notes>',
      'open strings from low to high; a short one names its first fret: G4*5',
      'E2 A2 D3 G3 B3 E4',
    )
    .option('--capo <fret>', 'fret of the capo', '0')
    .option('--frets <count>', 'frets of the neck', '24')
    .option('--track <number>', 'track of the song, from 1; the first that can be played unless given')
    .option('--octaves', 'move notes outside the neck by octaves')
    .option('--json', 'print JSON')
    .action(async (file, options, command) => {
      const { OF_SONGS, solveFile } = await import('./positions.js')
      const given = OF_SONGS.filter(name => command.getOptionValueSource(name) === 'cli')
      ended(await solveFile(file, { ...options, given }))
    })
  positions
    .command('score <file>')
    .description('hide the places of tablature (.json, .json.gz), solve it, and count what is right')
    .option('--json', 'print JSON')
    .action(async (file, options) => ended(await (await import('./positions.js')).scoreFile(file, options)))
}
