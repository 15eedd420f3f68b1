/** Adds the format. A file is known by its content; the library that plays it is loaded with the first one. */
import { defineRuntime } from '../../core/kernel/manifest/plugin.js'
import { SONG_FORMATS } from '../midi-file/tokens.js'
import { isAbc } from './is-abc.js'
import { readAbc } from './read-abc.js'

export default defineRuntime({
  activate: ({ extend, load }) =>
    extend(SONG_FORMATS, {
      ...{ id: 'abc', title: 'ABC notation', extensions: ['.abc'], looksLike: isAbc },
      read: bytes => readAbc(bytes, { load }),
    }),
})
