import type { ReplayFormat } from '../../src/plugins/replay/tokens.js'
import { wrongUsage } from '../errors.js'
import type { GoldenFlags } from './golden-run.js'

export interface ReplayFlags extends Partial<GoldenFlags> {
  readonly fast?: boolean
  readonly precise?: boolean
  readonly format?: ReplayFormat
  readonly speed?: number
  /** `true`: without end. */
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

const OF_GOLDEN = [
  ['update', '--update'],
  ['toleranceMs', '--tolerance-ms'],
  ['ignore', '--ignore'],
  ['junit', '--junit'],
  ['html', '--html'],
  ['gzip', '--gzip'],
  ['reason', '--reason'],
] as const

export function refuseWhatDoesNotGo(files: readonly string[], flags: ReplayFlags): void {
  const refuse = (message: string) => {
    throw wrongUsage('flags_clash', message)
  }
  if (flags.fast && flags.loop === true) refuse('A loop without end needs real time; give --loop a number.')
  if (flags.fast && (flags.port !== undefined || flags.app))
    refuse('A port and the application are played in real time; leave out --fast.')
  if (flags.golden === undefined && flags.json && ![undefined, 'ndjson'].includes(flags.format))
    refuse(`--json prints NDJSON, --format ${flags.format} does not; leave out one of them.`)
  if (flags.fast && flags.precise) refuse('With --fast there is no time to keep; leave out --precise.')
  if (flags.port !== undefined && flags.app) refuse('Choose --port or --app, one at a time.')
  if (flags.golden === undefined) {
    const needs = OF_GOLDEN.find(([flag]) => flags[flag] !== undefined)
    if (needs) refuse(`${needs[1]} belongs to --golden.`)
  } else refuseGolden(flags, refuse)
  if (flags.to !== undefined && flags.to <= (flags.from ?? 0)) refuse('--to must lie behind --from.')
  if (files.filter(file => file === '-').length > 1) refuse('Standard input can be read once only.')
}

function refuseGolden(flags: ReplayFlags, refuse: (message: string) => void): void {
  if ((flags.gzip || flags.reason !== undefined) && !flags.update)
    refuse('--gzip and --reason belong to --update.')
  if (flags.plugins !== undefined)
    refuse('A golden run is the same on every machine, without plugin packages; leave out --plugins.')
  if (flags.loop === true) refuse('A loop without end has no golden log; give --loop a number.')
  if (flags.json && flags.format !== undefined)
    refuse('--json prints the comparison and --format the events; choose one of them.')
}
