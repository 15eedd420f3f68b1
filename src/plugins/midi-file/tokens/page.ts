/** What the plugin needs of a web page. */
import { createToken } from '../../../core/kernel/services/token.js'
import type { SongFile } from './song.js'

/** The part of `fetch` that is needed. */
export type FetchBytes = (
  address: string,
  signal?: AbortSignal,
) => Promise<{
  readonly ok: boolean
  /** Where the answer came from in the end. */
  readonly url?: string
  readonly headers?: { get(name: string): string | null }
  arrayBuffer(): Promise<ArrayBuffer>
}>

/** What the plugin needs of a web page. */
export interface SongPage {
  /**
   * Lets the user choose files, in the order in which the system gives them; none when they chose none.
   * @param endings of the files to offer, `.mid` style, or types such as `audio/midi`
   */
  chooseFiles(endings: readonly string[]): Promise<readonly SongFile[]>
  /** Hands a file to the user. */
  save(name: string, content: string | Uint8Array): void
  /** Of its address: `https://fretwork.example`. */
  readonly origin: string
  /** Asks an address for its bytes. Nothing of the user's is sent to another origin. */
  readonly fetch: FetchBytes
}

/** Finds the page; `undefined` where the host is none. Tests give one of their own. */
export const SONG_PAGE = createToken<() => Promise<SongPage | undefined>>('midi-file.page')
