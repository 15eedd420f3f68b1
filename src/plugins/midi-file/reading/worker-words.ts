/** What the page and the worker that reads songs say to each other. */
import type { SentenceValues } from '../../../core/platform/sentence-error.js'
import type { SongSummary } from '../tokens.js'
import type { PackedSong } from './packed-song.js'

export interface ReadOrder {
  readonly bytes: Uint8Array
  /** Of the file. */
  readonly name: string
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
  | { readonly kind: 'song'; readonly song: PackedSong; readonly summary: SongSummary }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** Nothing for the user to change: a fault of ours, or no memory left. */
  | { readonly kind: 'failed'; readonly message: string }
