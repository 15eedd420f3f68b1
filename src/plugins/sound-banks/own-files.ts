/** Names and errors of the user's sound banks and samples. */
import { phrases, SentenceError, type SentenceValues } from '../../core/platform/phrases.js'
import { parseNoteName } from '../../music/guitar/note-name.js'

/** File extensions of sound banks and samples. */
export const OWN_FILES = ['.sf2', '.sf3', '.dls', '.wav', '.mp3', '.ogg', '.flac', '.m4a', '.aif', '.aiff']

export function soundFiles<File extends { readonly name: string }>(files: readonly File[]): File[] {
  return files.filter(({ name }) => OWN_FILES.some(ending => name.toLowerCase().endsWith(ending)))
}

/** Bank select value of sampler sets, which General MIDI leaves free. */
export const SAMPLER_BANK = 65

const ERRORS = phrases({
  bank_failed: 'Couldn’t add “{{file}}”: {{reason}}',
  bank_too_large:
    'Can’t add “{{file}}”: your instruments can use up to 500 MB on this device. Remove some or choose a smaller file.',
  bank_unknown: '“{{file}}” isn’t a SoundFont (SF2, SF3) or DLS file.',
  bank_damaged: '“{{file}}” is damaged. Download it again.',
  bank_empty: '“{{file}}” contains no instruments.',
  bank_no_memory: 'Not enough memory to open “{{file}}”. Close other apps or choose a smaller file.',
  bank_no_room: 'Not enough space for “{{file}}” on this device. Free some space and try again.',
  bank_unavailable: 'This browser can’t store instruments, possibly because you’re in a private window.',
  sample_unreadable: 'The browser can’t decode “{{file}}”. Use WAV, MP3, Ogg or FLAC.',
  sampler_key:
    '“{{file}}” isn’t named after a note. Use a note name, such as E2.wav, or a MIDI note number from 0 to 127, such as 40.wav.',
  sampler_no_sample: 'No sample is within 96 semitones of note {{note}}. Add samples closer to it.',
})

export function bankError(code: keyof typeof ERRORS, values: SentenceValues = {}): SentenceError {
  return new SentenceError(code, ERRORS[code], values, { source: 'sound-banks' })
}

/** @example sampleNote('E2.wav') // 40 @throws SentenceError `sampler_key` */
export function sampleNote(file: string): number {
  const name = file.replace(/\.[^.]*$/, '')
  // File names often spell sharps with an s, because # has a meaning in URLs.
  const note = /^\d+$/.test(name) ? Number(name) : parseNoteName(name.replace(/^([a-g])s(?=-?\d)/i, '$1#'))
  if (note === undefined || note < 0 || note > 127) throw bankError('sampler_key', { file })
  return note
}

export interface Sample {
  /** MIDI note, 0–127 */
  readonly note: number
  readonly audio: Float32Array
  /** Sample rate, Hz. */
  readonly sampleRate: number
}
