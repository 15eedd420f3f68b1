/** `fretwork replay`: a song or a log through the same MIDI input as in the browser, one line per event. */
import { basename } from 'node:path'
import type { MidiEvent } from '../../src/core/music/midi-event.js'
import { codeOf, messageOf } from '../../src/core/platform/fretwork-error.js'
import { memoryStorage } from '../../src/core/platform/memory-platform.js'
import { MIDI_EVENT } from '../../src/plugins/midi-io/tokens.js'
import { REPLAYER, type ReplayFormat } from '../../src/plugins/replay/tokens.js'
import { CliError } from '../cli-error.js'
import { EXIT } from '../exit-codes.js'
import { createNodeKernel } from '../node-kernel.js'
import { readInput } from '../read-input.js'
import { createLineWriter } from './line-writer.js'

export interface ReplayFileOptions {
  readonly fast?: boolean
  readonly format: ReplayFormat
}

/** @param file path of the file, or `-` for standard input @returns the exit code */
export async function replayFile(file: string, { fast = false, format }: ReplayFileOptions): Promise<number> {
  const name = file === '-' ? 'standard input' : file
  const bytes = await readInput(file)
  // A replay says the same for everybody: no settings are read, and none of a log's are kept.
  const kernel = createNodeKernel({ storage: memoryStorage() })
  try {
    await kernel.host.activate('replay')
    const replayer = kernel.get(REPLAYER)
    const source = await replayer.open(bytes, file === '-' ? undefined : basename(file)).catch(thrown => {
      throw new CliError(codeOf(thrown), `${name}: ${messageOf(thrown)}`, EXIT.badInput, { cause: thrown })
    })
    for (const note of source.notes) process.stderr.write(`${name}: ${note}\n`)

    const ending = new AbortController()
    let exit: number = EXIT.ok
    const end = (code: number) => {
      if (!ending.signal.aborted) exit = code
      ending.abort()
    }
    // Nobody reads any more: that is no error.
    const lines = createLineWriter(process.stdout, { batched: fast, onClosed: () => end(EXIT.ok) })
    const print = (event: MidiEvent) => lines.write(replayer.format(event, format))
    const interrupted = () => end(EXIT.interrupted)
    const terminated = () => end(EXIT.terminated)
    process.once('SIGINT', interrupted).once('SIGTERM', terminated)
    // What silences an early end belongs to what was played: whoever reads along must not be left with a note.
    const silencing = kernel.events.on(MIDI_EVENT, event => {
      if (ending.signal.aborted) void print(event)
    })
    try {
      await replayer.run(source, { fast, signal: ending.signal, onEvent: print })
      await lines.end()
    } finally {
      silencing.dispose()
      process.off('SIGINT', interrupted).off('SIGTERM', terminated)
    }
    return exit
  } finally {
    kernel.dispose()
  }
}
