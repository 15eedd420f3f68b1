import { defineRuntime, provideFactory } from '../../core/kernel/plugin.js'
import { NOTICES, PAGE } from '../../core/kernel/tokens.js'
import { createSongExporter } from './export-song.js'
import { createSongReader } from './song-formats.js'
import { SONG_EXPORTER, SONG_READER } from './tokens.js'

export default defineRuntime({
  providers: [
    provideFactory(SONG_READER, createSongReader),
    provideFactory(SONG_EXPORTER, ({ get, find }) => {
      const { read, write } = get(SONG_READER)
      return createSongExporter({ read, write, page: find(PAGE), notices: get(NOTICES) })
    }),
  ],
})
