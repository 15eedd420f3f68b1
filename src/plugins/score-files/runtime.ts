import { defineRuntime, type PluginContext, provideFactory } from '../../core/kernel/manifest/plugin.js'
import { phrases } from '../../core/platform/phrases.js'
import { SONG_FORMATS, SONG_READER, type SongFormatReading } from '../midi-file/tokens.js'
import { isAbc, isGuitarPro, isMusicXml } from './recognize.js'
import { createScores, work } from './scores.js'
import { SCORES } from './tokens.js'

const { tunes: MORE_TUNES } = phrases({
  tunes: 'The file has {{number}} tunes. The first of them was opened.',
})

export default defineRuntime({
  providers: [provideFactory(SCORES, createScores)],
  activate({ extend, get, load }) {
    extend(SONG_FORMATS, {
      id: 'guitar-pro',
      title: 'Guitar Pro',
      extensions: ['.gp', '.gp3', '.gp4', '.gp5', '.gpx', '.gp7', '.gp8'],
      looksLike: isGuitarPro,
      read: bytes => get(SCORES).read(bytes),
      writes: ['.gp'],
      write: (song, _ending, { grid }) => get(SCORES).write(song, 'gp', grid),
    })
    extend(SONG_FORMATS, {
      id: 'musicxml',
      title: 'MusicXML',
      extensions: ['.musicxml', '.mxl', '.xml'],
      looksLike: isMusicXml,
      read: bytes => get(SCORES).read(bytes),
      writes: ['.musicxml', '.xml', '.mxl'],
      write: (song, ending, { grid }) =>
        get(SCORES).write(song, ending === '.mxl' ? 'mxl' : 'musicxml', grid),
    })
    extend(SONG_FORMATS, {
      ...{ id: 'abc', title: 'ABC notation', extensions: ['.abc'], looksLike: isAbc },
      read: bytes => readAbc(bytes, load),
    })
  },
})

async function readAbc(bytes: Uint8Array, load: PluginContext['load']): Promise<SongFormatReading> {
  const { midi, title, tunes } = await work(scores => scores.playAbc(bytes))
  const { song } = await (await load(SONG_READER)).read(midi)
  return {
    song: { ...song, header: { ...song.header, name: title } },
    isComplete: true,
    remarks: tunes > 1 ? [{ sentence: MORE_TUNES, values: { number: tunes } }] : [],
  }
}
