/** Adds the format. A file is known by its content, so one with a wrong ending opens too. */
import { defineRuntime } from '../../core/kernel/manifest/plugin.js'
import { SONG_FORMATS } from '../midi-file/tokens.js'
import { SCORES } from '../notation/tokens.js'
import { isGuitarPro } from './is-guitar-pro.js'

export default defineRuntime({
  activate({ extend, load }) {
    extend(SONG_FORMATS, {
      id: 'guitar-pro',
      title: 'Guitar Pro',
      extensions: ['.gp', '.gp3', '.gp4', '.gp5', '.gpx', '.gp7', '.gp8'],
      looksLike: isGuitarPro,
      read: async bytes => (await load(SCORES)).read(bytes),
      writes: ['.gp'],
      write: async (song, _ending, { grid }) => (await load(SCORES)).write(song, 'gp', grid),
    })
  },
})
