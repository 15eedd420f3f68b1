import { defineRuntime, provideFactory } from '../../core/kernel/plugin.js'
import { CLOCK, SETTINGS } from '../../core/kernel/tokens.js'
import { readLogFile } from '../../music/midi/log-file.js'
import type { MidiEvent } from '../../music/midi/midi-event.js'
import { NECK } from '../fretboard/tokens.js'
import { SONG_READER } from '../midi-file/tokens.js'
import { MIDI_INPUT, VIRTUAL_INPUTS } from '../midi-io/tokens.js'
import { createBridge } from './bridge.js'
import { editSource } from './edit-source.js'
import { compareLogs } from './golden.js'
import { REPLAY_BRIDGE } from './internal-tokens.js'
import { comparedNecks, drawTogether } from './print/compared-necks.js'
import { formatEvent } from './print/format.js'
import { createPrinter, neckOf } from './print/printer.js'
import { replay } from './replay.js'
import { openReplay } from './replay-source.js'
import { type ReplayFileArgs, replaySettings } from './settings.js'
import { REPLAYER } from './tokens.js'

export default defineRuntime({
  providers: [
    provideFactory(REPLAYER, ({ get, load }) => ({
      open: (bytes, name) =>
        openReplay(bytes, async (song, its) => (await load(SONG_READER)).read(song, its), name),
      run: (source, options = {}) =>
        replay({ clock: get(CLOCK), ...options, source, input: get(MIDI_INPUT) }),
      edit: editSource,
      format: formatEvent,
      printer: (format, source, drawing = { live: false, color: false }) =>
        createPrinter(format, source, drawing),
      compare: (golden, heard, compared) => compareLogs(eventsOf(golden), heard, compared),
      necks: (source, difference) => comparedNecks(neckOf(source), difference),
      draw: drawTogether,
    })),
    provideFactory(REPLAY_BRIDGE, context => {
      const settings = context.get(SETTINGS).store(replaySettings)
      const bridge = createBridge({
        clock: context.get(CLOCK),
        log: context.log,
        unattended: () => settings.getState().unattended,
        inputs: async () => {
          await context.load(NECK)
          return context.load(VIRTUAL_INPUTS)
        },
        openSocket: async (address, words) =>
          (await import('./ui/open-socket.js')).openSocket(address, words),
      })
      context.scope.onDispose(() => bridge.close())
      return bridge
    }),
  ],
  screens: { BridgePage: () => import('./ui/bridge-page.js') },
  commands: {
    'replay.replay-file': async ({ get, signal }, { bytes, name, fast }: ReplayFileArgs) => {
      const replayer = get(REPLAYER)
      return replayer.run(await replayer.open(bytes, name), { fast, signal })
    },
  },
})

function eventsOf(golden: Uint8Array | readonly MidiEvent[]): readonly MidiEvent[] {
  return golden instanceof Uint8Array ? readLogFile(new TextDecoder().decode(golden)).events : golden
}
