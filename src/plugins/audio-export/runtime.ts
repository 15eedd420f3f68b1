import { defineRuntime, provideFactory } from '../../core/kernel/plugin.js'
import { inPage } from '../../core/platform/ports.js'
import { createStore } from '../../core/platform/store.js'
import { SONG_PANEL } from '../player/tokens.js'
import { AUDIO_ENCODERS, EXPORT_DIALOG, exportPracticeTrack, exportSong } from './song-export.js'

export default defineRuntime({
  providers: [
    provideFactory(AUDIO_ENCODERS, () => () => inPage(() => import('./ui/audio-encoders.js'))),
    provideFactory(EXPORT_DIALOG, () => createStore({ opened: false })),
  ],
  commands: {
    'audio-export.save': exportSong,
    'audio-export.save-practice-track': exportPracticeTrack,
  },
  screens: { ExportDialog: () => import('./ui/export-dialog.js') },
  activate: ({ extend }) => {
    const part = { id: 'audio-export.dialog', slot: 'dock', screen: 'ExportDialog' } as const
    extend(SONG_PANEL, { ...part, plugin: 'audio-export' })
  },
})
