/** What other plugins add to the tablature. */
import { createExtensionPoint } from '../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../core/platform/store.js'

/** How a note was played; each look differs by its shape, too. */
export type NoteLook = 'right' | 'early' | 'late' | 'wrong' | 'missed'

/** Looks of notes, by their index in `SONG_FINGERING`. */
export interface TablatureLayer {
  readonly id: string
  readonly looks: ReadonlyStore<ReadonlyMap<number, NoteLook>>
}

/** @example log.info(`${extensions(TABLATURE_LAYERS).length} added by plugins`) */
export const TABLATURE_LAYERS = createExtensionPoint<TablatureLayer>('tablature.layers')
