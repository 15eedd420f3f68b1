/** What others add to the fretboard page: layers and panels. */
import type { Position } from '../../../core/music/guitar/position.js'
import { createExtensionPoint } from '../../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'

export interface NeckMark extends Position {
  /**
   * `awaited` is a solid ring with a second one around it: a note that must be played now. `right` and `wrong` are
   * notes that were judged, a thin and a thick ring: their label says more.
   */
  readonly look: 'outline' | 'awaited' | 'pin' | 'right' | 'wrong'
  /** One or two characters, for example a finger. */
  readonly label?: string
}

/** Marks drawn over the neck: upcoming notes, a saved shape, a fingering. */
export interface NeckLayer {
  readonly id: string
  /** Lowest first, in the background. */
  readonly order?: number
  readonly marks: ReadonlyStore<readonly NeckMark[]>
}

/** How the user opens and closes a panel. */
export interface PanelToggle {
  /** Its title names the switch in the view menu. */
  readonly command: string
  readonly on: ReadonlyStore<boolean>
}

/** A screen below the chord, for example the open song. */
export interface FretboardPanel {
  readonly id: string
  /** Lowest first, closest to the neck. */
  readonly order?: number
  /** The plugin and its screen, by the name in its runtime. */
  readonly plugin: string
  readonly screen: string
  /** For a panel that can be closed. */
  readonly toggle?: PanelToggle
}

/**
 * Marks over the neck, such as a scale or the notes of a chord.
 * @since 1.0.0
 * @example extend(NECK_LAYERS, { id: 'drill', marks: createStore([]) })
 */
export const NECK_LAYERS = createExtensionPoint<NeckLayer>('fretboard.layers')

/**
 * Screens below and above the neck.
 * @since 1.0.0
 * @example log.info(`${extensions(FRETBOARD_PANELS).length} added by plugins`)
 */
export const FRETBOARD_PANELS = createExtensionPoint<FretboardPanel>('fretboard.panels')
