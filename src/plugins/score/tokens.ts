import type { NoticeText } from '../../core/events/notices.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import { createExtensionPoint, createToken } from '../../core/platform/token.js'

/** Result of a played note. Each result has its own color and shape. */
export type NoteLook = 'right' | 'early' | 'late' | 'wrong' | 'missed'

/** A layer of note looks. Note indices refer to `SONG_FINGERING`. */
export interface TablatureLayer {
  readonly id: string
  readonly looks: ReadonlyStore<ReadonlyMap<number, NoteLook>>
  /** Returns a remark about a selected note, if there is one. */
  readonly words?: (index: number) => NoticeText | undefined
}

export const TABLATURE_LAYERS = createExtensionPoint<TablatureLayer>('tablature.layers')

/** Combined looks of all layers, by note index in `SONG_FINGERING`. */
export const NOTE_LOOKS = createToken<ReadonlyStore<ReadonlyMap<number, NoteLook>>>('tablature.note-looks')

export interface ChosenNote {
  /** Index in `SONG_FINGERING` of the selected note. */
  readonly view: ReadonlyStore<{ readonly chosen: number | undefined }>
  choose(index: number | undefined): void
  /** Returns the remarks from all layers. */
  remarksOn(index: number): readonly NoticeText[]
}

export const CHOSEN_NOTE = createToken<ChosenNote>('tablature.chosen-note')
