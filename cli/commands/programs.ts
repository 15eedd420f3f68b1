import { type Command, Option } from 'commander'
import { READING_GRIDS } from '../../src/plugins/score-files/tokens.js'
import { FLAGS } from '../flags.js'
import { type Ended, examples, waitSeconds, wholeCount } from '../help.js'
import { withServer } from './server/server-option.js'

export function addSong(program: Command, ended: Ended): void {
  const song = program.command('song').description('inspect, check, convert and compare songs')
  const commands = () => import('./song.js')
  song
    .command('info <file>')
    .description('print name, length, tempo and tracks')
    .option(...FLAGS.plugins)
    .option(...FLAGS.json)
    .addHelpText('after', examples(['fretwork song info song.mid', 'fretwork song info --json song.mid']))
    .action(async (file, options) => ended(await (await commands()).info(file, options)))
  song
    .command('validate <file...>')
    .description('check that files are songs, and report what is ignored')
    .option(...FLAGS.plugins)
    .option(...FLAGS.json)
    .option(...FLAGS.junit)
    .addHelpText('after', examples(['fretwork song validate song.mid song.json']))
    .action(async (files, options) => ended(await (await commands()).validate(files, options)))
  song
    .command('convert <from> <to>')
    .description(
      'convert to .mid, .json, .musicxml, .mxl, .gp or .txt (tablature), by the extension of <to>; "-" is standard output, as JSON',
    )
    .option('--grid <name>', `read what was played as notes of ${READING_GRIDS.join(', ')}`)
    .option(...FLAGS.plugins)
    .option(...FLAGS.force)
    .addHelpText(
      'after',
      examples([
        'fretwork song convert song.mid converted.json',
        'fretwork song convert song.mid converted.musicxml',
        'fretwork song convert song.mid converted.gp --grid 1/16',
      ]),
    )
    .action(async (from, to, options) => ended(await (await commands()).convert(from, to, options)))
  song
    .command('diff <first> <second>')
    .description('list the differences between two songs; exits with 6 if there are any')
    .option(...FLAGS.plugins)
    .option(...FLAGS.json)
    .addHelpText('after', examples(['fretwork song diff song.mid song.json']))
    .action(async (first, second, options) => ended(await (await commands()).diff(first, second, options)))
}

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
    .option(...FLAGS.json)
    .action(async options => ended(await (await import('../midi/commands.js')).ports(options)))
  midi
    .command('monitor')
    .description('print incoming messages until Ctrl-C')
    .option('--port <name...>', 'these inputs only')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'ndjson']).default('text'))
    .option(...FLAGS.json)
    .option('--for <seconds>', 'stop after this time', waitSeconds)
    .action(async ({ json, ...options }) =>
      ended(
        await (await import('../midi/commands.js')).monitor(
          json ? { ...options, format: 'ndjson' } : options,
        ),
      ),
    )
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

/** A command defines its own flags: they are parsed once the id is known. */
export function addRun(program: Command, ended: Ended): void {
  const run = withServer(program.command('run'))
    .description('run a plugin command that needs no screen; without an id, list them')
    .argument('[id]', 'the command, such as midi-io.set-channel')
    .argument('[flags...]', 'options of the command: "fretwork run ID --help" lists them')
    .option(...FLAGS.plugins)
    .option('--midi', 'open the MIDI ports of this machine')
    .option('--stay <seconds>', 'keep running this long, so that notes can sound', waitSeconds)
    .option('--search <text>', 'list what the command palette would for this text, in its order')
    .option('--language <language>', 'of --search: the language shown, such as de')
    .option('--route <path>', 'of --search: the page; by default /fretboard with a song open')
    .option('--logged-out', 'of --search: as someone who is not logged in')
    .option(...FLAGS.limit, wholeCount)
    .option(...FLAGS.json)
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
        'fretwork run --plugins ../tap-tempo tap-tempo.tap',
        "fretwork run --search 'night mode' --language de",
      ])}`,
    )
  run.action(async (id, flags, options) =>
    ended(await (await import('./run/run.js')).runCommand(id, flags, options, () => run.helpInformation())),
  )
}

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
    .option(...FLAGS.json)
    .action(async (file, options, command) => {
      const { OF_SONGS, solveFile } = await import('./positions/positions.js')
      const given = OF_SONGS.filter(name => command.getOptionValueSource(name) === 'cli')
      ended(await solveFile(file, { ...options, given }))
    })
  positions
    .command('score <file>')
    .description('solve tablature (.json, .json.gz) without its positions, and compare the results with them')
    .option(...FLAGS.json)
    .action(async (file, options) =>
      ended(await (await import('./positions/positions.js')).scoreFile(file, options)),
    )
}

export function addShell(program: Command, ended: Ended): void {
  program
    .command('complete')
    .description('print the completion script for bash, zsh or fish')
    .argument('<shell>')
    .addHelpText(
      'after',
      `\n  bash   fretwork complete bash > ~/.local/share/bash-completion/completions/fretwork
  zsh    fretwork complete zsh > "\${fpath[1]}/_fretwork"
  fish   fretwork complete fish > ~/.config/fish/completions/fretwork.fish
${examples(['fretwork complete bash', 'fretwork complete zsh', 'fretwork complete fish'])}`,
    )
  program
    .command('manual')
    .description('print the manual of all commands, for man or as Markdown')
    .addOption(new Option('--format <format>', 'output format').choices(['man', 'markdown']).default('man'))
    .addHelpText('after', examples(['fretwork manual | man -l -', 'fretwork manual --format markdown']))
    .action(async options => ended((await import('./shell/manual.js')).manual(program, options)))
}

export function addPractice(program: Command, ended: Ended): void {
  const practice = program.command('practice').description('find which written note each played note is')
  const commands = () => import('./practice/practice.js')
  practice
    .command('align <file>')
    .description(
      'pair the notes of performances with those of their scores (.json, .json.gz); "-" reads standard input',
    )
    .option('--live', 'note by note, as while playing')
    .option(...FLAGS.json)
    .addHelpText('after', examples(['fretwork practice align --json performances.json']))
    .action(async (file, options) => ended(await (await commands()).alignFile(file, options)))
  practice
    .command('score <file>')
    .description('pair the notes, and compare the pairs with the matches in the file')
    .option('--live', 'note by note, as while playing')
    .option(...FLAGS.json)
    .addHelpText('after', examples(['fretwork practice score performances.json']))
    .action(async (file, options) => ended(await (await commands()).scoreFile(file, options)))
}
