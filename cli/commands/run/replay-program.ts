import { InvalidArgumentError, Option } from 'commander'
import type { Ignorable, ReplayFormat } from '../../../src/plugins/diagnostics/tokens.js'
import { IGNORE } from '../../flags.js'
import { type Words } from '../../help.js'

const FORMATS = ['text', 'json', 'ndjson', 'tab', 'neck'] as const satisfies readonly ReplayFormat[]
const IGNORED = [
  ...(['key', 'time', 'port', 'channel', 'velocity', 'string', 'name', 'neck'] as const),
  ...(['notes', 'controllers', 'bends', 'others'] as const),
] as const satisfies readonly Ignorable[]

export function addReplay(program: Words): void {
  program
    .subcommand(
      'replay <file...>',
      'play songs and logs (files, folders or patterns) through the MIDI input, or compare them with golden logs (golden run); "-" reads standard input',
    )
    .option('--fast', 'run as fast as possible instead of in real time')
    .option('--precise', 'keep time in a separate thread')
    .addOption(new Option('--format <format>', 'output format').choices(FORMATS))
    .flags('json')
    .option(
      '--speed <factor>',
      'playback speed, such as 0.5',
      number('a factor above 0', value => value > 0),
    )
    .option('--loop [times]', 'repeat this many times; without a number, until Ctrl-C', times)
    .option('--from <time>', 'start time: seconds, or minutes:seconds', time)
    .option('--to <time>', 'end time', time)
    .option('--solo <part...>', 'only this track (number or name), channel (ch10) or port of a log')
    .option('--mute <part...>', 'leave out this track, channel or port')
    .option(
      '--transpose <semitones>',
      'transpose by this many semitones (drums excluded)',
      whole('semitones', -127, 127),
    )
    .option('--tail <seconds>', 'keep notes sounding this long after the last event', seconds)
    .flags('plugins')
    .option('--port <name>', 'also play to a MIDI port; "fretwork midi ports" lists them')
    .option('--app [address]', 'play into the application in a browser, through the printed link')
    .option(
      '--golden <file>',
      'compare with this golden log, or with a folder of logs for several files; implies --fast',
    )
    .option('--quiet', 'print only differences and failures')
    .option('--update', 'write the golden log instead of comparing with it')
    .option(
      '--reason <text>',
      'reason for changing golden logs with --update (stored next to them; prompted for in a terminal)',
    )
    .option('--sound', 'with --update: also store what is heard, which later runs compare')
    .option('--gzip', 'gzip new golden logs (compressed logs are always readable)')
    .option(
      '--tolerance-ms <ms>',
      'allowed difference in event times',
      number('0 or more', v => v >= 0),
    )
    .addOption(new Option(...IGNORE).choices(IGNORED))
    .flags('junit', 'html')
    .examples(
      'fretwork replay --fast song.mid',
      'fretwork replay --fast --format ndjson log.json',
      'fretwork replay --fast --format tab song.mid',
      'fretwork replay --fast --format neck --from 0 --to 0:01 song.mid',
      'fretwork replay --fast --speed 2 --transpose -2 --mute ch10 -- song.mid',
      'fretwork replay --fast --loop 2 --solo 1 -- song.mid',
      'fretwork replay --golden song.golden.ndjson --update song.mid',
      'fretwork replay --golden song.golden.ndjson --ignore velocity --junit report.xml song.mid',
      'fretwork replay --golden golden/ --update --gzip song.mid',
      'fretwork replay --golden golden/ --update --sound song.mid',
      'fretwork replay --golden golden/ --html report.html song.mid',
      'cat song.mid | fretwork replay --fast -',
      'fretwork replay --port "My synth" song.mid',
      'fretwork replay --app http://127.0.0.1:4680 song.mid',
    )
    .runs(async (files, _options, command) =>
      (await import('../../replay/command.js')).replayFiles(files, command.optsWithGlobals()),
    )
}

function number(what: string, fits: (value: number) => boolean) {
  return (text: string): number => {
    const value = Number(text)
    if (text.trim() !== '' && Number.isFinite(value) && fits(value)) return value
    throw new InvalidArgumentError(`Expected ${what}.`)
  }
}

function whole(what: string, least: number, most: number) {
  const range = `a whole number of ${what} from ${least} to ${most}`
  return number(range, value => Number.isInteger(value) && value >= least && value <= most)
}

const MOST_TIMES = 1_000_000

/**
 * Parses the number of repeats. The number is optional, so a file name after the flag may be mistaken for it.
 */
function times(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isInteger(value) && value >= 1 && value <= MOST_TIMES) return value
  throw new InvalidArgumentError(
    Number.isNaN(value)
      ? 'Not a number of repeats. For an endless loop, put the file first: fretwork replay song.mid --loop'
      : `Expected a whole number of times from 1 to ${MOST_TIMES}.`,
  )
}

function seconds(text: string): number {
  return number('seconds of 0 or more', value => value >= 0)(text) * 1000
}

/** Parses `12.5`, `1:02.5` or `1:00:00` as milliseconds. */
function time(text: string): number {
  if (!/^(\d+:){0,2}\d+(\.\d+)?$/.test(text))
    throw new InvalidArgumentError('Invalid time. Use seconds or minutes:seconds, such as 1:02.5.')
  const parts = text.split(':')
  if (parts.slice(1).some(part => Number(part) >= 60))
    throw new InvalidArgumentError('Seconds after a colon must be below 60: use 75 or 1:15 for 75 seconds.')
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0) * 1000
}
