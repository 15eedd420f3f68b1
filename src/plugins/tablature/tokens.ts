import type { NoticeText } from '../../core/events/notices.js'
import { createExtensionPoint, createToken } from '../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../core/platform/store.js'

/** Looks also differ by shape. */
export type NoteLook = 'right' | 'early' | 'late' | 'wrong' | 'missed'

/** By index in `SONG_FINGERING`. */
export interface TablatureLayer {
  readonly id: string
  readonly looks: ReadonlyStore<ReadonlyMap<number, NoteLook>>
  /** Returns a remark about a selected note. */
  readonly words?: (index: number) => NoticeText | undefined
}

export const TABLATURE_LAYERS = createExtensionPoint<TablatureLayer>('tablature.layers')

/**
 * Looks of all layers, by index in `SONG_FINGERING`.
 * @example const missed = [...get(NOTE_LOOKS).getState()].filter(([, look]) => look === 'missed')
 */
export const NOTE_LOOKS = createToken<ReadonlyStore<ReadonlyMap<number, NoteLook>>>('tablature.note-looks')

export interface ChosenNote {
  /** Index in `SONG_FINGERING`. */
  readonly view: ReadonlyStore<{ readonly chosen: number | undefined }>
  choose(index: number | undefined): void
  /** Remarks of all layers. */
  remarksOn(index: number): readonly NoticeText[]
}

export const CHOSEN_NOTE = createToken<ChosenNote>('tablature.chosen-note')

export interface TablatureView {
  readonly id: string
  /** English; translated by the plugin. */
  readonly title: string
  readonly plugin: string
  readonly screen: string
}

export const TABLATURE_VIEWS = createExtensionPoint<TablatureView>('tablature.views')
