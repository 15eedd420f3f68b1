/** The flags of `fretwork replay`, and which of them do not go together. */
import type { ReplayFormat } from '../../src/plugins/replay/tokens.js'
import { CliError, EXIT } from '../errors.js'
import { STANDARD } from '../io/files.js'
import type { GoldenFlags } from './golden-run.js'

export interface ReplayFlags extends Partial<GoldenFlags> {
  readonly fast?: boolean
  readonly precise?: boolean
  readonly format?: ReplayFormat
  readonly speed?: number
  /** How often, or `true` for without end. */
  readonly loop?: number | boolean
  /** Milliseconds, as are all times here. */
  readonly from?: number
  readonly to?: number
  readonly solo?: readonly string[]
  readonly mute?: readonly string[]
  readonly transpose?: number
  readonly tail?: number
  readonly port?: string
  readonly app?: string | boolean
  readonly verbose?: boolean
  readonly plugins?: string
}

/** They mean nothing without a golden log. */
const OF_GOLDEN = [
  ...([
    ['update', '--update'],
    ['toleranceMs', '--tolerance-ms'],
    ['ignore', '--ignore'],
  ] as const),
  ...([
    ['junit', '--junit'],
    ['html', '--html'],
    ['gzip', '--gzip'],
  ] as const),
  ...([
    ['reason', '--reason'],
    ['jobs', '--jobs'],
    ['watch', '--watch'],
  ] as const),
] as const

/** What is printed or played file by file, or keeps time in a thread of its own. */
const ONE_AT_A_TIME = [
  ...([
    ['format', '--format'],
    ['port', '--port'],
    ['app', '--app'],
    ['precise', '--precise'],
  ] as const),
] as const

/** @throws CliError `flags_clash`, `watch_no_terminal` */
export function refuseWhatDoesNotGo(files: readonly string[], flags: ReplayFlags): void {
  const refuse = (message: string) => {
    throw new CliError('flags_clash', message, EXIT.usage)
  }
  if (flags.fast && flags.loop === true) refuse('A loop without end needs real time; give --loop a number.')
  if (flags.fast && (flags.port !== undefined || flags.app)) {
    refuse('A port and the application are played in real time; leave out --fast.')
  }
  if (flags.golden === undefined && flags.json && ![undefined, 'ndjson'].includes(flags.format)) {
    refuse(`--json prints NDJSON, --format ${flags.format} does not; leave out one of them.`)
  }
  if (flags.fast && flags.precise) refuse('With --fast there is no time to keep; leave out --precise.')
  if (flags.port !== undefined && flags.app) refuse('Choose --port or --app, one at a time.')
  if (flags.golden === undefined) {
    const needs = OF_GOLDEN.find(([flag]) => flags[flag] !== undefined)
    if (needs) refuse(`${needs[1]} belongs to --golden.`)
  } else refuseGolden(files, flags, refuse)
  if (flags.to !== undefined && flags.to <= (flags.from ?? 0)) refuse('--to must lie behind --from.')
  if (files.filter(file => file === '-').length > 1) refuse('Standard input can be read once only.')
}

function refuseGolden(files: readonly string[], flags: ReplayFlags, refuse: (message: string) => void): void {
  if ((flags.gzip || flags.reason !== undefined) && !flags.update) {
    refuse('--gzip and --reason belong to --update.')
  }
  if (flags.plugins !== undefined) {
    refuse('A golden run is the same on every machine, without plugin packages; leave out --plugins.')
  }
  if (flags.loop === true) refuse('A loop without end has no golden log; give --loop a number.')
  if (flags.json && flags.format !== undefined) {
    refuse('--json prints the comparison and --format the events; choose one of them.')
  }
  const alone = ONE_AT_A_TIME.find(([flag]) => flags[flag] !== undefined && flags[flag] !== false)
  const isPiped = files.includes(STANDARD)
  if ((flags.jobs ?? 1) > 1 && (alone || isPiped)) {
    refuse(`${alone?.[1] ?? 'Standard input'} takes one file after the other; leave out --jobs.`)
  }
  if (!flags.watch) return
  if (flags.update) refuse('--watch compares again and again, and --update writes; choose one of them.')
  if (flags.json) refuse('--watch has no end, and --json prints one result; choose one of them.')
  if (alone || isPiped)
    refuse(`${alone?.[1] ?? 'Standard input'} cannot be played again by --watch; leave it out.`)
  if (process.stdout.isTTY !== true) {
    const message = '--watch needs a terminal that shows its runs; in a pipe, leave it out.'
    throw new CliError('watch_no_terminal', message, EXIT.usage)
  }
}
