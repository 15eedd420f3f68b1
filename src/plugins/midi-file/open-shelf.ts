/** The shelf of a browser; the command line has none. */
import type { OpenShelf } from './song-shelf.js'

export const openShelf: OpenShelf = async name => {
  if (!('indexedDB' in globalThis && 'document' in globalThis)) return undefined
  const { openIdbShelf } = await import('./ui/idb-shelf.js')
  return openIdbShelf(name)
}
