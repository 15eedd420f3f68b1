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

/** Another way to see the open song in the panel of the tablature, such as notation. */
export interface TablatureView {
  readonly id: string
  /** Plain English; translated by the plugin. */
  readonly title: string
  /** The plugin and its screen, by the name in its runtime. */
  readonly plugin: string
  readonly screen: string
}

/** @example extend(TABLATURE_VIEWS, { id: 'staff', title: 'Staff', plugin: 'staff', screen: 'StaffView' }) */
export const TABLATURE_VIEWS = createExtensionPoint<TablatureView>('tablature.views')
