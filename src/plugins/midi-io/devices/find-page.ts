/** Whether there is a page at all: the browser has one, the command line has none. */
import type { MidiPage } from '../tokens.js'

export async function findPage(): Promise<MidiPage | undefined> {
  if (!('document' in globalThis)) return undefined
  const { browserPage } = await import('../ui/browser-page.js')
  return browserPage()
}
