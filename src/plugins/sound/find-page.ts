/** Whether there is a page at all: the browser has one, the command line has none. */
import type { SoundPage } from './sound-page.js'

export async function findSoundPage(): Promise<SoundPage | undefined> {
  if (!('document' in globalThis)) return undefined
  const { browserSoundPage } = await import('./ui/sound-page.js')
  return browserSoundPage()
}
