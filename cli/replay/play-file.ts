/** Plays each file in its own kernel, so that files don't affect each other. */
import { basename } from 'node:path'
import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import type { Kernel } from '../../src/core/kernel/tokens.js'
import { codeOf, messageOf } from '../../src/core/platform/fretwork-error.js'
import { memoryStorage } from '../../src/core/platform/memory-platform.js'
import { SentenceError } from '../../src/core/platform/phrases.js'
import { type ClockPort } from '../../src/core/platform/ports.js'
import { type MidiEvent } from '../../src/music/midi/midi-event.js'
import {
  type GoldenDifference,
  type GoldenOptions,
  REPLAYER,
  type ReplayEdits,
  type Replayer,
  type ReplayFormat,
  type ReplayTarget,
} from '../../src/plugins/diagnostics/tokens.js'
import { MIDI_EVENT } from '../../src/plugins/midi-io/tokens.js'
import { MIDI_PLUGINS } from '../../src/plugins/midi-plugins.js'
import { badInput, CliError } from '../errors.js'
import { nameOfFile, readInput, STANDARD } from '../io/files.js'
import { minutes, progressLine } from '../io/print.js'
import { createNodeKernel } from '../platform/node-kernel.js'
import { type Endings } from './endings.js'
import { type LineWriter } from './line-writer.js'

export interface OpenTarget extends ReplayTarget {
  drain(): Promise<void>
  close(): Promise<void>
}

export const DRAIN_AT_MOST_MS = 1000

export interface PlayOptions {
  readonly edits: ReplayEdits
  readonly fast: boolean
  readonly rounds: number
  readonly tailMs: number
  readonly clock?: Pick<ClockPort, 'now' | 'after'>
  readonly target?: OpenTarget
  readonly format?: ReplayFormat
  readonly lines: LineWriter
  readonly keep: boolean
  readonly plugins?: readonly PluginManifest[] | undefined
  readonly onNote?: (text: string) => void
}

export type Necks = NonNullable<ReturnType<Replayer['necks']>>

export interface Played {
  readonly heard: readonly MidiEvent[]
  compare(golden: Uint8Array | readonly MidiEvent[], options: GoldenOptions): GoldenDifference | undefined
  necks(difference: GoldenDifference): Necks | undefined
  asLog(): string
}

export async function playFile(
  file: string,
  options: PlayOptions,
  endings: Pick<Endings, 'signal'>,
): Promise<Played> {
  const { edits, fast, rounds, tailMs, clock, target, format, lines, keep } = options
  const { plugins = MIDI_PLUGINS, onNote = text => void process.stderr.write(`${text}\n`) } = options
  const bytes = await readInput(file, endings.signal)
  // Use empty settings, so that a replay prints the same for every user.
  const kernel = createNodeKernel(plugins, { storage: memoryStorage() })
  try {
    await kernel.host.activate('diagnostics')
    if (plugins !== MIDI_PLUGINS) await startPackages(kernel)
    const replayer = await kernel.get(REPLAYER)()
    const source = await replayer
      .open(bytes, file === STANDARD ? undefined : basename(file))
      .then(opened => replayer.edit(opened, edits))
      .catch(thrown => {
        throw inFile(file, thrown)
      })
    for (const note of source.notes) onNote(`${nameOfFile(file)}: ${note}`)

    const heard: MidiEvent[] = []
    const terminal = process.stdout.isTTY === true
    const isDumb = process.env.TERM === 'dumb'
    const drawing = {
      live: terminal && !fast && !isDumb,
      color: terminal && !isDumb && !process.env.NO_COLOR,
      // Use the terminal's width only for terminals, so that files are the same on every machine.
      ...(terminal && process.stdout.columns > 0 && { columns: process.stdout.columns }),
    }
    const printer = format && replayer.printer(format, source, drawing)
    // Show no progress line if the events themselves are printed to the terminal.
    const progress = progressLine(!terminal || format === undefined)
    const take = (event: MidiEvent) => {
      if (keep) heard.push(event)
      progress.show(
        () => `${nameOfFile(file)}  ${minutes(event.at - source.startMs)} / ${minutes(source.lengthMs)}`,
      )
      const text = printer?.event(event)
      return text === undefined ? undefined : lines.write(text)
    }
    // Print the messages that silence notes after an early end, so that no note is left hanging in the log.
    const silencing = kernel.events.on(MIDI_EVENT, event => {
      if (endings.signal.aborted) void take(event)
    })
    try {
      const { signal } = endings
      await replayer.run(source, {
        ...{ fast, rounds, tailMs, signal, onEvent: take },
        ...(clock && { clock }),
        ...(target && { target }),
      })
    } finally {
      // Runs even after an internal error.
      const last = printer?.end()
      if (last !== undefined) await lines.write(last)
      silencing.dispose()
      progress.end()
    }
    const { compare, necks, format: line } = replayer
    return {
      heard,
      compare: (golden, how) => compare(golden, heard, how),
      necks: difference => necks(source, difference),
      asLog: () => heard.map(event => `${line(event, 'ndjson')}\n`).join(''),
    }
  } finally {
    kernel.dispose()
  }
}

export function inFile(file: string, thrown: unknown): CliError {
  const hint =
    thrown instanceof SentenceError && thrown.values.repairedNotes !== undefined
      ? ' "fretwork song repair" saves its readable parts.'
      : ''
  return badInput(codeOf(thrown), `${nameOfFile(file)}: ${messageOf(thrown)}${hint}`, thrown)
}

/** Activates all packages. A filter usually waits for a page with a neck, which doesn't exist here. */
async function startPackages(kernel: Kernel): Promise<void> {
  const { activatePackages, reportBroken } = await import('../packages/with-packages.js')
  await activatePackages(kernel, true)
  reportBroken(kernel)
}
