/** Plays each file in its own kernel, so that files don't affect each other. */
import { basename } from 'node:path'
import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import type { Kernel } from '../../src/core/kernel/tokens.js'
import { codeOf, messageOf } from '../../src/core/platform/fretwork-error.js'
import { memoryStorage } from '../../src/core/platform/memory-platform.js'
import { SentenceError } from '../../src/core/platform/phrases.js'
import { type ClockPort } from '../../src/core/platform/ports.js'
import { type MidiEvent, midiEventJson } from '../../src/music/midi/midi-event.js'
import { barGrid } from '../../src/music/song/song-time.js'
import {
  type GoldenDifference,
  type GoldenOptions,
  REPLAYER,
  type ReplayEdits,
  type Replayer,
  type ReplayFormat,
  type ReplayTarget,
  type ShownEvent,
} from '../../src/plugins/diagnostics/tokens.js'
import { MIDI_EVENT } from '../../src/plugins/midi-io/tokens.js'
import { MIDI_PLUGINS } from '../../src/plugins/midi-plugins.js'
import { badInput, CliError } from '../errors.js'
import { nameOfFile, readInput, STANDARD } from '../io/files.js'
import { minutes, progressLine } from '../io/print.js'
import { createNodeKernel } from '../platform/node-kernel.js'
import { type Endings } from './endings.js'
import { type LineWriter } from './line-writer.js'
import { neckPlugins, placedOnNeck, type ReplaySource, shownEvents } from './on-neck.js'
import { soundLines } from './sound-print.js'
import { tabDifference } from './tab-difference.js'

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
  /** Called with remarks on the file; by default, they are printed. */
  readonly onNote?: (note: string) => void
}

export const NOWHERE: LineWriter = { write: () => undefined, end: async () => undefined }

export type Necks = NonNullable<ReturnType<Replayer['necks']>>

export interface Played {
  readonly events: number
  /** Golden log of this run: NDJSON, or tablature. */
  readonly log: string
  /** Compares with a golden log. */
  compare(golden: string, options: GoldenOptions): GoldenDifference | undefined
  necks(difference: GoldenDifference): Necks | undefined
  /** Renders one round. @returns lines for the golden log */
  sound(): Promise<string>
  /** Returns the song's bar at a time in ms. */
  readonly barAt: ((ms: number) => number) | undefined
}

export async function playFile(
  file: string,
  options: PlayOptions,
  endings: Pick<Endings, 'signal'>,
): Promise<Played> {
  const { edits, fast, rounds, tailMs, clock, target, format, lines, keep } = options
  const print = (note: string) => void process.stderr.write(`${nameOfFile(file)}: ${note}\n`)
  const { plugins = MIDI_PLUGINS, onNote = print } = options
  const bytes = await readInput(file, endings.signal)
  const fail = (thrown: unknown) => {
    throw inFile(file, thrown)
  }
  // Use empty settings, so that a replay prints the same for every user.
  const isOnNeck = keep || format === 'tab' || format === 'neck'
  const all = isOnNeck ? [...plugins, ...(await neckPlugins())] : plugins
  const kernel = createNodeKernel(all, { storage: memoryStorage() })
  try {
    await kernel.host.activate('diagnostics')
    if (plugins !== MIDI_PLUGINS) await startPackages(kernel)
    const replayer = await kernel.get(REPLAYER)()
    const source = await replayer
      .open(bytes, file === STANDARD ? undefined : basename(file))
      .then(opened => (isOnNeck ? placedOnNeck(kernel, opened) : opened))
      .then(placed => replayer.edit(placed, edits))
      .catch(fail)
    for (const note of source.notes) onNote(note)

    const heard: MidiEvent[] = []
    const tracks: (number | undefined)[] = []
    let tab = ''
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
    const put = (text: string | undefined) => {
      if (text === undefined) return undefined
      if (keep && format === 'tab') tab += `${text}\n`
      return lines.write(text)
    }
    const take = (event: MidiEvent, { track }: { readonly track?: number | undefined } = {}) => {
      if (keep) {
        heard.push(event)
        tracks.push(track)
      }
      progress.show(
        () => `${nameOfFile(file)}  ${minutes(event.at - source.startMs)} / ${minutes(source.lengthMs)}`,
      )
      return put(printer?.event(event))
    }
    // If the replay ends early, also print the messages that silence notes, so that no note hangs in the log.
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
      await put(printer?.end())
      silencing.dispose()
      progress.end()
    }
    const { signal } = endings
    const shown = keep
      ? await shownEvents(kernel, replayer, source, { fast: true, rounds, signal, heard, tracks })
      : []
    const isTab = format === 'tab'
    const grid = source.song && barGrid(source.song)
    let sound: ReturnType<Played['sound']> | undefined
    return {
      events: heard.length,
      log: isTab ? tab : shown.map(event => `${lineOf(event)}\n`).join(''),
      compare: (golden, how) =>
        isTab
          ? tabDifference(golden, tab)
          : replayer.compare(golden === '' ? [] : new TextEncoder().encode(golden), shown, how),
      necks: difference => replayer.necks(source, difference),
      sound: () => (sound ??= soundOf(source, signal).catch(fail)),
      barAt: grid && (ms => grid.barBeatAt((source.startMs + ms) * (edits.speed ?? 1)).bar),
    }
  } finally {
    kernel.dispose()
  }
}

function soundOf({ state, events, startMs, lengthMs }: ReplaySource, signal: AbortSignal) {
  const messages = [...state, ...events].map(({ raw, at, techniques }) => ({
    ...{ bytes: raw, atMs: at - startMs, ...(techniques && { techniques }) },
  }))
  return soundLines({ messages, endMs: lengthMs }, signal)
}

export function lineOf({ neck, chord, golden, track: _, ...event }: ShownEvent): string {
  const shown = JSON.stringify({ neck, chord, golden })
  return midiEventJson(event).replace(/}$/, shown === '{}' ? '}' : `,${shown.slice(1)}`)
}

export function inFile(file: string, thrown: unknown): CliError {
  if (thrown instanceof CliError) return thrown
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
