/** A kernel with all that the first steps are about, on the fretboard page. */
import fretboard from '../../../src/plugins/fretboard/index.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import welcome from '../../../src/plugins/welcome/index.js'
import { FIRST_STEPS } from '../../../src/plugins/welcome/internal-tokens.js'
import { openKernel } from '../../support/open-kernel.js'
import { SONG_PLUGINS } from '../player/songs.js'

export async function welcomeKernel(stored?: Record<string, string>) {
  const context = await openKernel({
    plugins: [midiIo, fretboard, ...SONG_PLUGINS, welcome],
    stored,
    route: '/fretboard',
    activate: ['midi-io', 'fretboard', 'player', 'library', 'welcome'],
  })
  return { ...context, steps: context.kernel.get(FIRST_STEPS) }
}
