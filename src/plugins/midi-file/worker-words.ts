/** What the page and the worker that reads songs say to each other. */
import type { SentenceValues } from '../../core/music/sentence.js'
import type { SongRemark } from './midi-file-error.js'
import type { PackedSong } from './packed-song.js'

export interface ReadOrder {
  readonly bytes: Uint8Array
}

/** A reason in words for the user, as `SentenceError` has it; an error itself would lose them on its way. */
export interface Refusal {
  readonly code: string
  readonly sentence: string
  readonly values: SentenceValues
  readonly source: string | undefined
}

export type WorkerAnswer =
  | { readonly kind: 'progress'; readonly portion: number }
  | { readonly kind: 'song'; readonly song: PackedSong; readonly notes: readonly SongRemark[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** Nothing for the user to change: a fault of ours, or no memory left. */
  | { readonly kind: 'failed'; readonly message: string }
