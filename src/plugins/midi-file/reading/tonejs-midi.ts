/** The only door to `@tonejs/midi`: loaded on demand, its strings turned into errors. */

import { messageOf } from '../../../core/platform/fretwork-error.js'
import { MidiFileError } from '../midi-file-error.js'

type Library = typeof import('@tonejs/midi')

/**
 * Parses a MIDI file to the library's JSON.
 *
 * @throws MidiFileError `midi_unreadable`; the library itself throws bare strings.
 */
export async function parseWithLibrary(
  bytes: Uint8Array,
): Promise<ReturnType<InstanceType<Library['Midi']>['toJSON']>> {
  // In Node it is a CommonJS module, whose names all sit on the default export.
  const loaded: Partial<Library> & { default?: Library } = await import('@tonejs/midi')
  const Midi = loaded.Midi ?? loaded.default?.Midi
  if (!Midi) throw new MidiFileError('midi_unreadable', { reason: 'the parser did not load' })
  try {
    return new Midi(bytes).toJSON()
  } catch (thrown) {
    throw new MidiFileError('midi_unreadable', { reason: messageOf(thrown) }, { cause: thrown })
  }
}
