import type { Position } from '../../../core/music/guitar/position.js'
import { createExtensionPoint } from '../../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'

export interface NeckMark extends Position {
  /** `awaited` must be played now; `right` and `wrong` were judged. */
  readonly look: 'outline' | 'awaited' | 'pin' | 'right' | 'wrong'
  readonly label?: string
}

export interface NeckLayer {
  readonly id: string
  /** Lowest first, in the background. */
  readonly order?: number
  readonly marks: ReadonlyStore<readonly NeckMark[]>
}

export interface PanelToggle {
  /** Its title names the switch in the view menu. */
  readonly command: string
  readonly on: ReadonlyStore<boolean>
}

export interface FretboardPanel {
  readonly id: string
  /** Lowest first, closest to the neck. */
  readonly order?: number
  readonly plugin: string
  readonly screen: string
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
