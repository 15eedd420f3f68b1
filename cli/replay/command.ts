import { resolve } from 'node:path'
import type { ReplayFormat } from '../../src/plugins/diagnostics/tokens.js'
import { MIDI_OUTPUT, MIDI_SENT } from '../../src/plugins/midi-io/tokens.js'
import { MIDI_PLUGINS } from '../../src/plugins/midi-plugins.js'
import { CliError, EXIT, notFound, printError, wrongUsage } from '../errors.js'
import { filesIn } from '../io/inputs.js'
import { checkReports } from '../io/reports.js'
import { openPortsOf, portNamed, portsKernel } from '../midi/open-ports.js'
import { queuedMessages } from '../midi/ordered-port.js'
import { withPackages } from '../packages/with-packages.js'
import { type Endings, watchEndings } from './endings.js'
import { type GoldenFlags, type GoldenRun, goldenRun } from './golden-run.js'
import { createLineWriter, type LineWriter } from './line-writer.js'
import { DRAIN_AT_MOST_MS, NOWHERE, type OpenTarget, type PlayOptions, playFile } from './play-file.js'

export async function replayFiles(words: readonly string[], flags: ReplayFlags): Promise<number> {
  refuseWhatDoesNotGo(words, flags)
  await checkReports(flags)
  const { golden } = flags
  const isTimed = Boolean(golden === undefined || flags.port || flags.app || flags.precise)
  const fast = flags.fast ?? !isTimed
  const given = await filesIn(words, SONG_ENDINGS)
  const files = golden === undefined ? given : [...new Map(given.map(file => [resolve(file), file])).values()]
  const rounds = flags.loop === true ? Number.POSITIVE_INFINITY : Number(flags.loop || 1)
  const { speed, from: fromMs, to: toMs, solo, mute, transpose } = flags
  const endings = watchEndings()
  // A golden comparison still yields a result if the reader of its output stops.
  const onClosed = () => {
    if (golden === undefined) endings.end(EXIT.ok)
  }
  const lines = createLineWriter(process.stdout, { batched: fast, onClosed })
  const precise = flags.precise
    ? await (await import('../platform/precise-clock.js')).openPreciseClock()
    : undefined
  let target: OpenTarget | undefined
  let failed: CliError | undefined
  try {
    target = await openTarget(flags, endings)
    const elsewhere = target !== undefined || golden !== undefined
    const options: PlayOptions = {
      edits: { speed, fromMs, toMs, solo, mute, transpose },
      ...{ fast, rounds, target, tailMs: flags.tail ?? 0, lines: flags.quiet ? NOWHERE : lines },
      format: formatOf(flags, elsewhere),
      clock: precise?.clock,
      keep: golden !== undefined,
      ...(golden === undefined && { plugins: await withPackages(MIDI_PLUGINS, flags.plugins) }),
    }
    const run = golden === undefined ? undefined : goldenRun(files, { ...flags, golden }, endings)
    try {
      failed = await playAll(files, { ...options, verbose: flags.verbose }, endings, run)
      await target?.drain()
    } finally {
      // Write the results for earlier files even if this file fails.
      await lines.end()
    }
    endings.rethrow()
    if (run && !endings.signal.aborted) return await run.finish()
    await run?.interrupt()
    return failed && endings.exit === EXIT.ok ? failed.exit : endings.exit
  } finally {
    await target?.close()
    precise?.close()
    endings.dispose()
  }
}

/** Returns the format for events. A golden comparison prints its own JSON. */
function formatOf({ json, format, golden }: ReplayFlags, elsewhere: boolean): ReplayFormat | undefined {
  if (json && golden === undefined) return 'ndjson'
  return format ?? (elsewhere ? undefined : 'text')
}

async function playAll(
  files: readonly string[],
  options: PlayOptions & { readonly verbose?: boolean | undefined },
  endings: Endings,
  run: GoldenRun | undefined,
): Promise<CliError | undefined> {
  let failed: CliError | undefined
  const between = bracketsFor(files, options)
  try {
    for (const [index, file] of files.entries()) {
      if (endings.signal.aborted) break
      await between?.before?.(file, index)
      const its = { ...options, lines: between?.lines(file) ?? options.lines }
      try {
        if (run) await run.check(file, its)
        else await playFile(file, its, endings)
      } catch (error) {
        if (error instanceof CliError && error.exit === EXIT.interrupted) {
          // Report Ctrl-C pressed at the prompt for a reason, when nothing else reads standard input.
          if (!endings.signal.aborted) printError(error, false)
          endings.end(EXIT.interrupted)
          break
        }
        if (!(error instanceof CliError) || files.length === 1) throw error
        printError(error, options.verbose === true)
        failed ??= error
      }
    }
  } finally {
    await between?.end?.()
  }
  return failed
}

interface Brackets {
  before?(file: string, index: number): Promise<void> | undefined
  lines(file: string): LineWriter
  end?(): Promise<void> | undefined
}

/**
 * Combines the output of several files. JSON stays valid, NDJSON lines include the file, and text gets
 * headings.
 */
function bracketsFor(
  files: readonly string[],
  { format, lines }: { format?: ReplayFormat; lines: LineWriter },
): Brackets | undefined {
  if (files.length < 2 || format === undefined) return undefined
  if (format === 'json') return jsonBrackets(lines)
  if (format === 'ndjson') {
    const write = (file: string, line: string) =>
      lines.write(`{"file":${JSON.stringify(file)},${line.slice(1)}`)
    return { lines: file => ({ write: line => write(file, line), end: () => lines.end() }) }
  }
  return {
    before: (file, index) => lines.write(`${index === 0 ? '' : '\n'}# ${file}`),
    lines: () => lines,
  }
}

function jsonBrackets(lines: LineWriter): Brackets {
  let opened = 0
  return {
    lines(file) {
      let isOpen = false
      return {
        write(line) {
          if (!isOpen) {
            void lines.write(`${opened === 0 ? '[' : '},\n'}{"file":${JSON.stringify(file)},"log":`)
            isOpen = true
            opened += 1
          }
          return lines.write(line)
        },
        end: () => lines.end(),
      }
    },
    end: () => (opened === 0 ? undefined : lines.write('}]')),
  }
}

async function openTarget({ port, app }: ReplayFlags, endings: Endings): Promise<OpenTarget | undefined> {
  if (port !== undefined) return openPortTarget(port, endings)
  if (app !== undefined && app !== false)
    return (await import('./app-target.js')).openAppTarget(app === true ? undefined : app, endings)
  return undefined
}

interface ReplayFlags extends Partial<GoldenFlags> {
  readonly fast?: boolean
  readonly precise?: boolean
  readonly speed?: number
  /** Number of repeats, or `true` to loop forever. */
  readonly loop?: number | boolean
  /** Start time, ms. All times here are in ms. */
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

/** Extensions of the files to play from a folder. */
const SONG_ENDINGS = [
  ...['.mid', '.midi', '.kar', '.rmi', '.gp', '.gp3', '.gp4', '.gp5', '.gpx', '.gp7', '.gp8', '.abc'],
  ...['.xml', '.mxl', '.musicxml', '.json', '.ndjson'],
]

const OF_GOLDEN = [
  'quiet',
  'update',
  'sound',
  'toleranceMs',
  'ignore',
  'junit',
  'html',
  'gzip',
  'reason',
] as const

function refuseWhatDoesNotGo(files: readonly string[], flags: ReplayFlags): void {
  const refuse = (message: string) => {
    throw wrongUsage('flags_clash', message)
  }
  if (flags.fast && flags.loop === true)
    refuse('Endless loops only work in real time. Pass a number to --loop.')
  if (flags.fast && (flags.port !== undefined || flags.app))
    refuse('--port and --app play in real time. Remove --fast.')
  if (flags.golden === undefined && flags.json && ![undefined, 'ndjson'].includes(flags.format))
    refuse(`--json prints NDJSON, --format ${flags.format} does not; leave out one of them.`)
  if (flags.fast && flags.precise) refuse('--precise has no effect with --fast. Remove one of them.')
  if (flags.port !== undefined && flags.app) refuse('Use either --port or --app, not both.')
  if (flags.golden === undefined) {
    const needs = OF_GOLDEN.find(flag => flags[flag] !== undefined)
    if (needs) refuse(`--${needs.replace('Ms', '-ms')} requires --golden.`)
  } else refuseGolden(flags, refuse)
  if (flags.to !== undefined && flags.to <= (flags.from ?? 0)) refuse('--to must be later than --from.')
  if (files.filter(file => file === '-').length > 1) refuse('Standard input can only be read once.')
}

function refuseGolden(flags: ReplayFlags, refuse: (message: string) => void): void {
  if ((flags.gzip || flags.sound || flags.reason !== undefined) && !flags.update)
    refuse('--gzip, --sound and --reason require --update.')
  if (flags.plugins !== undefined) refuse('Golden runs don’t load plugin packages. Remove --plugins.')
  if (flags.loop === true) refuse('An endless loop can’t have a golden log. Pass a number to --loop.')
  if (flags.format === 'tab' && (flags.ignore || flags.toleranceMs !== undefined))
    refuse('Tablature is compared as it is printed. Remove --ignore and --tolerance-ms, or --format tab.')
  if (flags.format === 'tab' && flags.sound) refuse('Tablature has no sound. Remove --sound or --format tab.')
  if (flags.json && flags.format !== undefined)
    refuse('--json prints the comparison and --format the events; choose one of them.')
}

const GRACE_MS = 15

async function openPortTarget(name: string, endings: Endings): Promise<OpenTarget> {
  const kernel = await portsKernel()
  try {
    const access = await openPortsOf(kernel)
    const { id, name: called } = portNamed(access.view.getState().outputs, name, 'output')
    kernel.commands.setContext('loggedIn', true)
    await kernel.commands.attempt('midi-io.select-output', { port: id })
    const output = kernel.get(MIDI_OUTPUT)
    let lastMs = Number.NEGATIVE_INFINITY
    const sent = kernel.events.on(MIDI_SENT, ({ at }) => {
      lastMs = Math.max(lastMs, at)
    })
    const stop = access.view.subscribe(({ outputs }) => {
      if (outputs.some(port => port.id === id)) return
      const message = `The MIDI output "${called}" was disconnected. Notes may still be sounding on the device.`
      endings.fail(notFound('port_gone', message))
    })
    const drain = async () => {
      const until = performance.now() + DRAIN_AT_MOST_MS
      const isOut = () => performance.now() >= lastMs + GRACE_MS && queuedMessages() === 0
      while (!isOut() && performance.now() < until) await new Promise(resolve => setTimeout(resolve, 2))
    }
    return {
      aheadMs: 0,
      send: (bytes, dueMs) => output.send(bytes, dueMs),
      drain,
      async close() {
        // Stop all notes, even after a failure.
        output.silence()
        await drain()
        stop()
        sent.dispose()
        kernel.dispose()
      },
    }
  } catch (error) {
    kernel.dispose()
    throw error
  }
}
