import type { PluginContext } from '../../../core/kernel/plugin.js'
import { CLOCK } from '../../../core/kernel/tokens.js'
import { readLogFile } from '../../../music/midi/log-file.js'
import type { MidiEvent } from '../../../music/midi/midi-event.js'
import { SONG_READER } from '../../midi-file/tokens.js'
import { MIDI_INPUT } from '../../midi-io/tokens.js'
import { comparedNecks, drawTogether } from '../print/compared-necks.js'
import { formatEvent } from '../print/format.js'
import { createPrinter, neckOf } from '../print/printer.js'
import type { Replayer } from '../tokens.js'
import { editSource } from './edit-source.js'
import { compareLogs } from './golden.js'
import { replay } from './replay.js'
import { openReplay } from './replay-source.js'

export async function createReplayer({ get, load }: PluginContext): Promise<Replayer> {
  const input = await load(MIDI_INPUT)
  return {
    open: (bytes, name) =>
      openReplay(bytes, async (song, its) => (await load(SONG_READER)).read(song, its), name),
    run: (source, options = {}) => replay({ clock: get(CLOCK), ...options, source, input }),
    edit: editSource,
    format: formatEvent,
    printer: (format, source, drawing = { live: false, color: false }) =>
      createPrinter(format, source, drawing),
    compare: (golden, heard, compared) => compareLogs(eventsOf(golden), heard, compared),
    necks: (source, difference) => comparedNecks(neckOf(source), difference),
    draw: drawTogether,
  }
}

function eventsOf(golden: Uint8Array | readonly MidiEvent[]): readonly MidiEvent[] {
  return golden instanceof Uint8Array ? readLogFile(new TextDecoder().decode(golden)).events : golden
}
