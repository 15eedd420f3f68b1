/** Kernel with the song and fretboard plugins on the fretboard page, without screens. */
import { SETTINGS } from '../../../src/core/kernel/tokens.js'
import fretboard from '../../../src/plugins/fretboard/index.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import { SONG_SESSION } from '../../../src/plugins/player/tokens.js'
import { playingSettings } from '../../../src/plugins/practice/settings.js'
import { type KernelSetting, openKernel } from '../../support/open-kernel.js'
import { fileOf, openFile, SONG_PLUGINS } from './songs.js'

/** @param plugins plugins in addition to the song plugins; `activate` lists IDs to activate */
export async function songNeck({ plugins = [], activate = [], ...setting }: KernelSetting = {}) {
  const opened = await openKernel({
    route: '/fretboard',
    ...setting,
    plugins: [midiIo, fretboard, ...plugins, ...SONG_PLUGINS],
    activate: ['midi-io', 'fretboard', 'player', 'practice', 'library', ...activate],
  })
  const { kernel } = opened
  // Without a count-in the first note is due when the song starts.
  kernel.get(SETTINGS).store(playingSettings).change({ countIn: 0 })
  const session = kernel.get(SONG_SESSION)
  return {
    ...opened,
    session,
    open: (content: string | Uint8Array, name = 'song.json') => openFile(session, fileOf(name, content)),
  }
}
