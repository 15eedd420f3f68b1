/** Where songs lie: what the list needs of a database. */
import type { Disposable } from '../../../core/platform/disposable.js'
import type { LibrarySong } from '../tokens.js'

export interface SongStore {
  /** In no order. */
  all(user: string): Promise<readonly LibrarySong[]>
  bytesOf(user: string, id: string): Promise<Uint8Array | undefined>
  /**
   * Puts a new song there, unless `limit` songs or one of its id are there already, in whatever tab.
   * @returns `kept`, or why it is not
   */
  add(
    user: string,
    song: LibrarySong,
    bytes: Uint8Array,
    limit: number,
  ): Promise<'kept' | 'full' | 'id taken'>
  /** Another name, for a song that is there. */
  rename(user: string, id: string, name: string): Promise<boolean>
  /** @returns its bytes, `undefined` where there is none */
  remove(user: string, id: string): Promise<Uint8Array | undefined>
  /** Told when another tab has changed something. */
  onChange(run: () => void): Disposable
  close(): void
}

/** @param name of the database; `undefined` where the browser has none to give */
export type OpenSongStore = (name: string) => Promise<SongStore | undefined>
