import { expect, it } from 'vitest'
import { LOG_FILE_SENTENCES } from '../../../src/core/music/midi/log-file.js'
import songGerman from '../../../src/plugins/midi-file/locales/de.json' with { type: 'json' }
import { MIDI_FILE_SENTENCES } from '../../../src/plugins/midi-file/midi-file-error.js'
import logGerman from '../../../src/plugins/replay/locales/de.json' with { type: 'json' }

const gaps = (sentence: string) => (sentence.match(/\{\{\w+\}\}/g) ?? []).sort()

it.each([
  ['a song file', MIDI_FILE_SENTENCES, songGerman],
  ['a log', LOG_FILE_SENTENCES, logGerman],
])('every sentence about %s is there in German, with the same gaps', (_, sentences, german) => {
  const translations = new Map(Object.entries(german))
  for (const sentence of sentences)
    expect(gaps(translations.get(sentence) ?? '(missing)')).toEqual(gaps(sentence))
})
