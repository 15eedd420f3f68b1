/** Kernel with an open song, and a fake page that renders it. */
import audioExport from '../../../src/plugins/audio-export/index.js'
import { AUDIO_ENCODERS } from '../../../src/plugins/audio-export/song-export.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import { PLAYBACK_SETTINGS, SONG_SESSION } from '../../../src/plugins/player/tokens.js'
import sound from '../../../src/plugins/sound/index.js'
import { AUDIO_PAGE, type AudioPage } from '../../../src/plugins/sound/song-audio.js'
import type { Arrangement } from '../../../src/plugins/sound/synthesis/arrangement.js'
import { openKernel } from '../../support/open-kernel.js'
import { fileOf, openFile, SONG_PLUGINS, songJson } from '../player/songs.js'

/** Three tracks on channels 1 to 3, each with one note per bar of two seconds. */
const SONG = songJson(
  'Three: parts',
  [50, 60, 70].map(pitch => [0, 2, 4].map(at => [pitch, at, 1])),
)

export async function exporting(render?: AudioPage['render']) {
  const made: { arrangement: Arrangement; format: string }[] = []
  let format = ''
  const page: AudioPage = {
    level: async () => 0.5,
    async render(arrangement, control) {
      made.push({ arrangement, format })
      control.onProgress(0.5)
      await control.write(new Float32Array(4), new Float32Array(4))
      await render?.(arrangement, control)
    },
  }
  const encoders = {
    formats: async () => ['wav', 'webm'] as const,
    async startEncoding(chosen: string) {
      format = chosen
      let samples = 0
      return {
        sampleRate: 44_100,
        write: (left: Float32Array) => (samples += left.length),
        end: async () => new Blob([`${samples} samples`]),
      }
    },
  }
  const opened = await openKernel({
    plugins: [midiIo, ...SONG_PLUGINS, sound, audioExport],
    midi: { permission: 'granted' },
    overrides: [
      [AUDIO_PAGE, async () => page],
      [AUDIO_ENCODERS, async () => encoders],
    ],
    route: '/fretboard',
    activate: ['player', 'sound'],
  })
  const { kernel, platform } = opened
  const session = kernel.get(SONG_SESSION)
  await openFile(session, fileOf('song.json', SONG))
  const begun = () =>
    (made.at(-1)?.arrangement.messages ?? [])
      .filter(({ bytes: [status] }) => status === 0x90)
      .map(({ bytes: [, pitch], atMs }) => [Math.round(atMs), pitch])
  return {
    ...opened,
    session,
    made,
    begun,
    saved: platform.page.saved,
    playback: kernel.get(PLAYBACK_SETTINGS),
  }
}
