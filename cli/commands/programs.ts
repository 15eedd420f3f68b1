import { InvalidArgumentError, Option } from 'commander'
import { type BarRange, MOST_COUNTED, TEMPO } from '../../src/plugins/player/tokens.js'
import { READING_GRIDS } from '../../src/plugins/score-files/tokens.js'
import { FLAGS, IGNORE } from '../flags.js'
import { type Words, waitSeconds, wholeCount } from '../help.js'

export function addSong(program: Words): void {
  const song = program.subcommand('song', 'inspect, check, convert and compare songs')
  const commands = () => import('./song.js')
  song
    .subcommand('info <file>', 'print name, length, tempo and tracks')
    .flags('plugins', 'json')
    .examples('fretwork song info song.mid', 'fretwork song info --json song.mid')
    .runs(async (file, options) => (await commands()).info(file, options))
  song
    .subcommand('validate <file...>', 'validate song files and report what would be ignored')
    .flags('plugins', 'json', 'junit')
    .examples('fretwork song validate song.mid song.json')
    .runs(async (files, options) => (await commands()).validate(files, options))
  song
    .subcommand(
      'convert <from> <to>',
      'convert to .mid, .json, .musicxml, .mxl, .gp or .txt (tablature), by the extension of <to>; "-" is standard output, as JSON',
    )
    .option('--grid <name>', `quantize performed songs to this grid: ${READING_GRIDS.join(', ')}`)
    .flags('plugins', 'force')
    .examples(
      'fretwork song convert song.mid converted.json',
      'fretwork song convert song.mid converted.musicxml',
      'fretwork song convert song.mid converted.gp --grid 1/16',
    )
    .runs(async (from, to, options) => (await commands()).convert(from, to, options))
  song
    .subcommand(
      'render <from> <to>',
      'render a song to a .wav or .flac file with the built-in sound; the output is reproducible',
    )
    .option('--tracks <numbers>', 'only these tracks, such as 1,3 (see "fretwork song info")', numbers)
    .option('--bars <range>', 'only these bars, such as 5-8', bars)
    .option(
      '--tempo <percent>',
      `playback tempo, from ${TEMPO.least} to ${TEMPO.most} (100)`,
      whole(TEMPO.least, TEMPO.most),
    )
    .option('--metronome', 'include the metronome')
    .option('--count-in <bars>', `length of the count-in, up to ${MOST_COUNTED} bars`, whole(1, MOST_COUNTED))
    .flags('plugins', 'force')
    .examples(
      'fretwork song render song.mid song.wav',
      'fretwork song render song.mid practice.flac --tracks 1 --bars 1 --tempo 75 --metronome --count-in 1',
    )
    .runs(async (from, to, options) => (await import('./song-render.js')).render(from, to, options))
  song
    .subcommand(
      'repair <from> <to>',
      'save the readable parts of a damaged MIDI file; "-" is standard output',
    )
    .flags('force')
    .examples('fretwork song repair song.mid repaired.mid')
    .runs(async (from, to, options) => (await commands()).repair(from, to, options))
  song
    .subcommand(
      'diff <first> <second>',
      'list the differences between two songs; exits with 6 if they differ',
    )
    .flags('plugins', 'json')
    .examples('fretwork song diff song.mid song.json')
    .runs(async (first, second, options) => (await commands()).diff(first, second, options))
}

export function addMidi(program: Words): void {
  const commands = () => import('../midi/commands.js')
  const midi = program
    .subcommand('midi', 'list, monitor and use MIDI ports')
    .examples(
      'fretwork midi ports',
      'fretwork midi monitor',
      'fretwork midi send --port "My synth" 144 64 100',
    )
  midi
    .subcommand('ports', 'list inputs and outputs')
    .flags('json')
    .runs(async options => (await commands()).ports(options))
  midi
    .subcommand('monitor', 'print incoming messages until Ctrl-C')
    .option('--port <name...>', 'listen to these inputs only')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'ndjson']).default('text'))
    .flags('json')
    .option('--for <seconds>', 'stop after this many seconds', waitSeconds)
    .runs(async ({ json, ...options }) =>
      (await commands()).monitor(json ? { ...options, format: 'ndjson' } : options),
    )
  midi
    .subcommand('send <byte...>', 'send one message: its bytes as numbers (144, 0x90)')
    .requiredOption('--port <name>', 'output port')
    .runs(async (bytes, options) => (await commands()).send(bytes, options))
  midi
    .subcommand('panic', 'silence an output, or all of them')
    .option('--port <name>', 'this output only')
    .runs(async options => (await commands()).panic(options))
}

/** Flags depend on the command, so they are parsed after its ID is known. */
export function addRun(program: Words): void {
  const run = program
    .subcommand('run', 'run a command without the browser; without an ID, list all commands')
    .onServer()
    .argument('[id]', 'the command, such as midi-io.set-channel')
    .argument('[flags...]', 'options of the command: "fretwork run ID --help" lists them')
    .flags('plugins')
    .option('--midi', 'open this computer’s MIDI ports')
    .option('--stay <seconds>', 'keep running for this long so that notes can ring out', waitSeconds)
    .option('--search <text>', 'list the palette results for this text')
    .option('--language <language>', 'with --search: language of the results, such as de')
    .option('--route <path>', 'with --search: page to search from (default: /fretboard with a song open)')
    .option('--logged-out', 'with --search: search as a logged-out user')
    .option(...FLAGS.limit, wholeCount)
    .flags('json')
    .passThroughOptions()
    .allowUnknownOption()
    .helpOption(false)
    .note('Options of "run" itself go before the ID.')
    .examples(
      'fretwork run',
      'fretwork run --json',
      'fretwork run midi-io.set-channel --help',
      'fretwork run midi-io.set-channel --channel 3',
      'fretwork run --json midi-io.set-velocity --velocity 0.75',
      'fretwork run --plugins ../tap-tempo tap-tempo.tap',
      "fretwork run --search 'night mode' --language de",
    )
  run.runs(async (id, flags, options) =>
    (await import('./run/run.js')).runCommand(id, flags, options, () => run.helpInformation()),
  )
}

export function addPositions(program: Words): void {
  const commands = () => import('./positions/positions.js')
  const positions = program.subcommand(
    'positions',
    'find the string and fret where a guitarist would play each note',
  )
  positions
    .subcommand(
      'solve <file>',
      'find positions for a .mid file or for tablature without positions (.json, .json.gz); "-" reads standard input',
    )
    .option(
      '--tuning <notes>',
      'open strings, low to high; for a short string, add the fret where it starts: G4*5',
      'E2 A2 D3 G3 B3 E4',
    )
    .option('--capo <fret>', 'fret of the capo', '0')
    .option('--frets <count>', 'frets of the neck', '24')
    .option('--track <number>', 'track of the song, from 1 (default: the first playable track)')
    .option('--octaves', 'transpose out-of-range notes by octaves')
    .flags('json')
    .runs(async (file, options, command) => {
      const { OF_SONGS, solveFile } = await commands()
      const given = OF_SONGS.filter(name => command.getOptionValueSource(name) === 'cli')
      return solveFile(file, { ...options, given })
    })
  positions
    .subcommand('score <file>', 'find positions for tablature, ignoring its own, and compare the results')
    .flags('json')
    .runs(async (file, options) => (await commands()).scoreFile(file, options))
}

export function addPractice(program: Words): void {
  const practice = program.subcommand('practice', 'match performed notes to a score')
  const commands = () => import('./practice/practice.js')
  practice
    .subcommand(
      'align <file>',
      'match the notes of performances to their scores (.json, .json.gz); "-" reads standard input',
    )
    .option('--live', 'match note by note, as in live playing')
    .flags('json')
    .examples('fretwork practice align --json performances.json')
    .runs(async (file, options) => (await commands()).alignFile(file, options))
  practice
    .subcommand('score <file>', 'match the notes and compare the result with the matches in the file')
    .option('--live', 'match note by note, as in live playing')
    .flags('json')
    .examples('fretwork practice score performances.json')
    .runs(async (file, options) => (await commands()).scoreFile(file, options))
}

export function addAudio(program: Words): void {
  const audio = program.subcommand('audio', 'hear what a recorded guitar plays, in WAV and FLAC files')
  const commands = () => import('./audio/audio.js')
  audio
    .subcommand('tune <file>', 'print the note, cents and frequency of a single string')
    .flags('json')
    .examples('fretwork audio tune string.wav', 'fretwork audio tune --json string.wav')
    .runs(async (file, options) => (await commands()).tune(file, options))
  audio
    .subcommand('notes <file>', 'list the notes of a recording that plays one note at a time')
    .option('--tuning <tuning>', 'name of a tuning, or its strings from low to high', 'E2 A2 D3 G3 B3 E4')
    .flags('json')
    .examples(
      'fretwork audio notes string.wav',
      "fretwork audio notes --tuning 'E1 A1 D2 G2' --json string.wav",
    )
    .runs(async (file, options) => (await commands()).notes(file, options))
  audio
    .subcommand('verify <file>', 'check which strings of expected chords sound in a recording')
    .requiredOption('--expect <file>', 'JSON file with the tuning, the capo and the expected notes')
    .flags('json')
    .examples('fretwork audio verify --expect song.json take.wav')
    .runs(async (file, options) => (await import('./audio/verify.js')).verify(file, options))
}

export function addChord(program: Words): void {
  const chord = program.subcommand('chord', 'name chords and find voicings')
  chord
    .subcommand(
      'name <note...>',
      'name the chord made by these notes, lowest first: C4, Eb4, F#3 or MIDI numbers; notes without octaves ascend',
    )
    .option('--key <key>', 'key that determines the spelling: C, Am, Bb, D dorian')
    .flags('json')
    .examples(
      'fretwork chord name C4 Eb4 Gb4 Bb4',
      'fretwork chord name --key Ab --json 44 48 51 54',
      'fretwork chord name G F A C',
    )
    .runs(async (notes, options) => (await import('./chord/chord-name.js')).nameChord(notes, options))
  const forms = new Option('--form <form>', 'only voicings of this form')
  chord
    .subcommand(
      'voicings <chord>',
      'list voicings of a chord, most common first; frets are listed from the lowest string and counted from the capo',
    )
    .option('--tuning <tuning>', 'name of a tuning, or its strings from low to high', 'E2 A2 D3 G3 B3 E4')
    .option('--capo <fret>', 'fret of the capo', '0')
    .option(...FLAGS.limit, '10')
    .addOption(forms.choices(['open', 'barre', 'shell', 'drop2', 'drop3']))
    .option('--strings <set>', 'only voicings on these strings, lowest to highest: 4-1')
    .option('--root <string>', 'only voicings with the root as the lowest note, on this string')
    .flags('json')
    .examples(
      "fretwork chord voicings 'E7(#9)'",
      'fretwork chord voicings Cmaj7 --form drop2 --strings 4-1',
      'fretwork chord voicings Am7 --tuning DADGAD --capo 2 --limit 5 --json',
      "fretwork chord voicings G --tuning 'G4 C4 E4 A4'",
    )
    .runs(async (symbol, options) =>
      (await import('./chord/chord-voicings.js')).findVoicings(symbol, options),
    )
}

const songs = () => import('./library/library.js')
const puts = () => import('./library/library-put.js')
const ofAccount = (command: Words) => command.onServer().flags('json')
const syncs = () => import('./library/sync.js')

export function addLibrary(program: Words): void {
  const library = program.subcommand('library', 'manage the songs in your account')
  ofAccount(library.subcommand('list', 'list the songs in your account'))
    .option('--removed', 'list songs removed in the last 30 days')
    .examples('fretwork library list', 'fretwork library list --removed --json')
    .runs(async options => (await songs()).list(options))
  ofAccount(
    library.subcommand(
      'get <song> [file]',
      'download a song by its ID or exact name; "-" is standard output',
    ),
  )
    .flags('force')
    .examples('fretwork library get blackbird', 'fretwork library get blackbird - > song.mid')
    .runs(async (song, file, options) => (await songs()).get(song, file, options))
  ofAccount(
    library.subcommand('put <file...>', 'upload song files to your account; songs already there are skipped'),
  )
    .examples('fretwork library put song.mid', 'fretwork library put *.gp')
    .runs(async (files, options) => (await puts()).put(files, options))
  ofAccount(library.subcommand('remove <song>', 'remove a song; it can be restored for 30 days'))
    .examples('fretwork library remove blackbird')
    .runs(async (song, options) => (await songs()).remove(song, options))
  ofAccount(library.subcommand('restore <song>', 'restore a song that was removed in the last 30 days'))
    .examples('fretwork library restore blackbird')
    .runs(async (song, options) => (await songs()).restore(song, options))
}

export function addSync(program: Words): void {
  const sync = program.subcommand('sync', 'copy songs between your account and a folder')
  ofAccount(sync.subcommand('status', 'print the storage used and the limits of your plan'))
    .examples('fretwork sync status')
    .runs(async options => (await syncs()).status(options))
  ofAccount(
    sync.subcommand('pull <folder>', 'download all songs to a folder without overwriting existing files'),
  )
    .examples('fretwork sync pull songs')
    .runs(async (folder, options) => (await syncs()).pull(folder, options))
  ofAccount(
    sync.subcommand(
      'push <folder>',
      'upload the song files of a folder to your account; songs already there are skipped',
    ),
  )
    .examples('fretwork sync push songs')
    .runs(async (folder, options) => (await puts()).push(folder, options))
}

const EXPECTED = [
  '--expected <notes...>',
  'notes that should sound at the end, such as C4 E4, or "none"; replaces the recorded result in the comparison',
] as const
const OUTPUT = ['--output <file>', 'output file (default: next to the report)'] as const

export function addReport(program: Words): void {
  const commands = () => import('./report/report.js')
  const report = program
    .subcommand('report', 'work with problem reports saved in the application')
    .examples('fretwork report replay problem.fretwork-report.json')
  report
    .subcommand('show <file>', 'print the recorded steps and errors')
    .option('--all', 'print every step instead of the last 40')
    .flags('json')
    .examples('fretwork report show problem.fretwork-report.json')
    .runs(async (file, options) => (await commands()).show(file, options))
  report
    .subcommand(
      'replay <file...>',
      'replay the messages and commands of reports (files, folders or patterns), and compare the results with the recorded or expected ones; exits with 6 if they differ',
    )
    .option(...EXPECTED)
    .addOption(new Option(...IGNORE).choices(['log', 'neck', 'notes', 'command', 'missing']))
    .flags('json', 'junit', 'html')
    .examples(
      'fretwork report replay --html problem.html problem.fretwork-report.json',
      'fretwork report replay --junit report.xml .',
    )
    .runs(async (files, options) => (await commands()).replay(files, options))
  report
    .subcommand('shrink <file>', 'remove steps that are not needed to reproduce the error or difference')
    .option(...EXPECTED)
    .option(...OUTPUT)
    .flags('force')
    .examples('fretwork report shrink --output small.fretwork-report.json problem.fretwork-report.json')
    .runs(async (file, options) => (await commands()).shrink(file, options))
  report
    .subcommand('to-test <file>', 'write a Vitest test of the notes that sound at the end of a report')
    .option(...EXPECTED)
    .option(...OUTPUT)
    .option('--golden-run', 'write a log and its golden log for "fretwork replay --golden" instead')
    .flags('force')
    .examples('fretwork report to-test --output neck.test.ts problem.fretwork-report.json')
    .runs(async (file, options) => (await commands()).toTest(file, options))
}

export function addShell(program: Words): void {
  program
    .subcommand('complete', 'print the completion script for bash, zsh or fish')
    .argument('<shell>')
    .note(`  bash   fretwork complete bash > ~/.local/share/bash-completion/completions/fretwork
  zsh    fretwork complete zsh > "\${fpath[1]}/_fretwork"
  fish   fretwork complete fish > ~/.config/fish/completions/fretwork.fish`)
    .examples('fretwork complete bash', 'fretwork complete zsh', 'fretwork complete fish')
  program
    .subcommand('manual', 'print the manual of all commands, for man or as Markdown')
    .addOption(new Option('--format <format>', 'output format').choices(['man', 'markdown']).default('man'))
    .examples('fretwork manual | man -l -', 'fretwork manual --format markdown')
    .runs(async options => (await import('./shell/manual.js')).manual(program, options))
}

function numbers(text: string): readonly number[] {
  if (/^[1-9]\d{0,5}(,[1-9]\d{0,5})*$/.test(text)) return text.split(',').map(Number)
  throw new InvalidArgumentError('Expected track numbers such as 1,3.')
}

function bars(text: string): BarRange {
  const [, from = '', to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? []
  if (from !== '' && Number(from) <= Number(to)) return { from: Number(from), to: Number(to) }
  throw new InvalidArgumentError('Expected bars such as 5-8.')
}

const whole = (least: number, most: number) => (text: string) => {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`)
}
