/** Registers the format. A file is recognized by its first word, so its extension does not matter. */
import { defineRuntime } from '@fretwork/sdk'
import { SONG_FORMATS } from '@fretwork/sdk/plugins/midi-file'
import { readNoteLines } from './read-note-lines.js'

export default defineRuntime({
  activate: ({ extend }) =>
    extend(SONG_FORMATS, {
      id: 'note-lines',
      title: 'Note lines',
      extensions: ['.notes'],
      looksLike: bytes => /^notes\s/.test(new TextDecoder().decode(bytes.subarray(0, 6))),
      read: bytes => readNoteLines(new TextDecoder().decode(bytes)),
    }),
})
