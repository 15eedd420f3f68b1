/** Reads a tune where the page stays free: in a worker where there is one, else right here. */
import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import { phrases } from '../../core/platform/phrases.js'
import { SONG_READER, type SongFormatReading } from '../midi-file/tokens.js'
import type { PlayedTune } from './abc-to-midi.js'

const REMARKS = phrases({
  tunes: 'The file has {{number}} tunes. The first of them was opened.',
})

/** @throws SentenceError */
export async function readAbc(
  bytes: Uint8Array,
  context: Pick<PluginContext, 'load'>,
): Promise<SongFormatReading> {
  const { midi, title, tunes } = await playedTune(bytes)
  const { song } = await (await context.load(SONG_READER)).read(midi)
  return {
    song: { ...song, header: { ...song.header, name: title } },
    isComplete: true,
    remarks: tunes > 1 ? [{ sentence: REMARKS.tunes, values: { number: tunes } }] : [],
  }
}

async function playedTune(bytes: Uint8Array): Promise<PlayedTune> {
  if ('document' in globalThis && 'Worker' in globalThis) {
    const { abcInWorker } = await import('./ui/abc-in-worker.js')
    return abcInWorker(bytes)
  }
  const { abcToMidi } = await import('./abc-to-midi.js')
  return abcToMidi(bytes)
}
