/** `fretwork replay`: songs and logs through the same MIDI input as in the browser. */
import { codeOf } from '../../src/core/platform/fretwork-error.js'
import type { Ignorable, ReplayFormat } from '../../src/plugins/replay/tokens.js'
import { CliError, EXIT, printError } from '../errors.js'
import { type Endings, watchEndings } from './endings.js'
import { type GoldenSuite, goldenSuite } from './golden-suite.js'
import { createLineWriter, type LineWriter } from './line-writer.js'
import { type PlayOptions, playFile } from './play-file.js'
import type { OpenTarget } from './target.js'

interface ReplayFlags {
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
  readonly golden?: string
  readonly update?: boolean
  readonly toleranceMs?: number
  readonly ignore?: readonly Ignorable[]
  readonly junit?: string
  readonly html?: string
  readonly gzip?: boolean
  readonly reason?: string
}

/** @param files paths, or `-` for standard input @returns the exit code */
export async function replayFiles(files: readonly string[], flags: ReplayFlags): Promise<number> {
  refuseWhatDoesNotGo(files, flags)
  const { fast = false, golden } = flags
  const rounds = flags.loop === true ? Number.POSITIVE_INFINITY : Number(flags.loop || 1)
  const { speed, from: fromMs, to: toMs, solo, mute, transpose } = flags
  const endings = watchEndings()
  // The reader has left, which is not an error. A comparison with a golden log still has a result.
  const onClosed = () => {
    if (golden === undefined) endings.end(EXIT.ok)
  }
  const lines = createLineWriter(process.stdout, { batched: fast, onClosed })
  const precise = flags.precise ? await openPreciseClock() : undefined
  let target: OpenTarget | undefined
  let failed: CliError | undefined
  try {
    target = await openTarget(flags, endings)
    const suite =
      golden === undefined
        ? undefined
        : goldenSuite(files, { ...flags, golden, update: flags.update ?? false })
    const elsewhere = target !== undefined || suite !== undefined
    const format = flags.format ?? (elsewhere ? undefined : 'text')
    try {
      failed = await playAll(
        files,
        {
          edits: { speed, fromMs, toMs, solo, mute, transpose },
          ...{ fast, rounds, format, lines, target, tailMs: flags.tail ?? 0 },
          clock: precise?.clock,
          keep: suite !== undefined,
        },
        endings,
        suite,
      )
      await target?.drain()
    } finally {
      // A broken file takes nothing from those before it.
      await lines.end()
    }
    endings.rethrow()
    if (suite && !endings.signal.aborted) return await suite.finish()
    return failed && endings.exit === EXIT.ok ? failed.exit : endings.exit
  } finally {
    await target?.close()
    precise?.close()
    endings.dispose()
  }
}

/** @returns the first of the errors of files, after which the others were played; a single file throws its own */
async function playAll(
  files: readonly string[],
  options: PlayOptions,
  endings: Endings,
  suite: GoldenSuite | undefined,
): Promise<CliError | undefined> {
  let failed: CliError | undefined
  const between = bracketsFor(files, options)
  try {
    for (const [index, file] of files.entries()) {
      if (endings.signal.aborted) break
      await between?.before?.(file, index)
      try {
        const played = await playFile(
          file,
          { ...options, lines: between?.lines(file) ?? options.lines },
          endings,
        )
        if (!endings.signal.aborted) await suite?.add(file, played)
      } catch (error) {
        // Ended while it waited for standard input: the exit code says by what.
        if (codeOf(error) === 'input_given_up') break
        if (!(error instanceof CliError) || (!suite && files.length === 1)) throw error
        if (suite) suite.addError(file, error)
        else {
          printError(error, false)
          failed ??= error
        }
      }
    }
  } finally {
    await between?.end?.()
  }
  return failed
}

interface Brackets {
  before?(file: string, index: number): Promise<void> | undefined
  /** Where the lines of a file go. */
  lines(file: string): LineWriter
  /** However it ends: closes what is open. */
  end?(): Promise<void> | undefined
}

/**
 * Which file the lines are of, if there are several: JSON stays JSON, each line of NDJSON names its file, and text
 * gets a heading.
 */
function bracketsFor(
  files: readonly string[],
  { format, lines }: { format?: ReplayFormat; lines: LineWriter },
): Brackets | undefined {
  if (files.length < 2 || format === undefined) return undefined
  if (format === 'json') return jsonBrackets(lines)
  if (format === 'ndjson') return { lines: file => labelled(lines, file) }
  return {
    before: (file, index) => lines.write(`${index === 0 ? '' : '\n'}# ${file}`),
    lines: () => lines,
  }
}

/** A list of logs. One is opened by its first line: a file that cannot be read has no place in it. */
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

/** Lines of NDJSON, each an object, with the file as their first field. */
function labelled(lines: LineWriter, file: string): LineWriter {
  const label = `{"file":${JSON.stringify(file)},`
  return { write: line => lines.write(label + line.slice(1)), end: () => lines.end() }
}

async function openTarget({ port, app }: ReplayFlags, endings: Endings): Promise<OpenTarget | undefined> {
  if (port !== undefined) return (await import('../midi/port-target.js')).openPortTarget(port, endings)
  if (app !== undefined && app !== false) {
    return (await import('./app-target.js')).openAppTarget(app === true ? undefined : app, endings)
  }
  return undefined
}

async function openPreciseClock() {
  return (await import('../platform/precise-clock.js')).openPreciseClock()
}

function refuseWhatDoesNotGo(files: readonly string[], flags: ReplayFlags): void {
  const refuse = (message: string) => {
    throw new CliError('flags_clash', message, EXIT.usage)
  }
  if (flags.fast && flags.loop === true) refuse('A loop without end needs real time; give --loop a number.')
  if (flags.fast && (flags.port !== undefined || flags.app)) {
    refuse('A port and the application are played in real time; leave out --fast.')
  }
  if (flags.fast && flags.precise) refuse('With --fast there is no time to keep; leave out --precise.')
  if (flags.port !== undefined && flags.app) refuse('Choose --port or --app, one at a time.')
  if (flags.golden === undefined) {
    const needs = (['update', 'toleranceMs', 'ignore', 'junit', 'html', 'gzip', 'reason'] as const).find(
      flag => flags[flag] !== undefined,
    )
    if (needs) refuse(`--${needs === 'toleranceMs' ? 'tolerance-ms' : needs} belongs to --golden.`)
  } else if ((flags.gzip || flags.reason !== undefined) && !flags.update) {
    refuse('--gzip and --reason belong to --update.')
  } else if (flags.loop === true) refuse('A loop without end has no golden log; give --loop a number.')
  if (flags.to !== undefined && flags.to <= (flags.from ?? 0)) refuse('--to must lie behind --from.')
  if (files.filter(file => file === '-').length > 1) refuse('Standard input can be read once only.')
}
