/** Above the song panel: files that are being read, and the song of a link. */
import { ImportProgress } from './import-progress.js'
import { useSongLink } from './use-song-link.js'

export default function OpeningSongs() {
  useSongLink()
  return <ImportProgress />
}
