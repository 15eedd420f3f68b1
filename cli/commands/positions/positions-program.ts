/** The subcommands of `fretwork positions`; their code is loaded when they run. */
import type { Command } from 'commander'

type Ended = (exitCode: number | undefined) => void

export function addPositions(program: Command, ended: Ended): void {
  const positions = program
    .command('positions')
    .description('find the string and fret where a guitarist would play each note')
  positions
    .command('solve <file>')
    .description(
      'find positions for a .mid file or for tablature without positions (.json, .json.gz); "-" reads standard input',
    )
    .option(
      '--tuning <notes>',
      'open strings from low to high; a short one is followed by its first fret: G4*5',
      'E2 A2 D3 G3 B3 E4',
    )
    .option('--capo <fret>', 'fret of the capo', '0')
    .option('--frets <count>', 'frets of the neck', '24')
    .option('--track <number>', 'track of the song, from 1; by default the first playable one')
    .option('--octaves', 'move notes outside the neck by octaves')
    .option('--json', 'print JSON')
    .action(async (file, options, command) => {
      const { OF_SONGS, solveFile } = await import('./positions.js')
      const given = OF_SONGS.filter(name => command.getOptionValueSource(name) === 'cli')
      ended(await solveFile(file, { ...options, given }))
    })
  positions
    .command('score <file>')
    .description('solve tablature (.json, .json.gz) without its positions, and compare the results with them')
    .option('--json', 'print JSON')
    .action(async (file, options) => ended(await (await import('./positions.js')).scoreFile(file, options)))
}
