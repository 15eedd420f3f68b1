/** Adds the format. A file is known by its content, so that any XML with a score opens. */
import { defineRuntime } from '../../core/kernel/manifest/plugin.js'
import { SONG_FORMATS } from '../midi-file/tokens.js'
import { SCORES } from '../notation/tokens.js'
import { isMusicXml } from './is-music-xml.js'

export default defineRuntime({
  activate({ extend, load }) {
    extend(SONG_FORMATS, {
      id: 'musicxml',
      title: 'MusicXML',
      extensions: ['.musicxml', '.mxl', '.xml'],
      looksLike: isMusicXml,
      read: async bytes => (await load(SCORES)).read(bytes),
      writes: ['.musicxml', '.xml', '.mxl'],
      write: async (song, ending, { grid }) =>
        (await load(SCORES)).write(song, ending === '.mxl' ? 'mxl' : 'musicxml', grid),
    })
  },
})
