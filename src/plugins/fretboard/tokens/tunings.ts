/** Tunings of the neck. */
import type { Tuning } from '../../../core/music/guitar/tunings.js'
import { createExtensionPoint, createToken } from '../../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'

/** A tuning that can be selected: built-in, custom, or provided by a plugin. */
export interface AvailableTuning {
  /** As stored in the settings: index of a built-in tuning, `<plugin>:<id>`, or `own:<id>` of a custom one. */
  readonly id: number | string
  /** English; translated by `plugin` or core. Custom tunings keep their name. */
  readonly name: string
  readonly instrument: Tuning['instrument']
  /** MIDI note of each open string, string 1 first. */
  readonly strings: readonly number[]
  /** Start frets of strings that don't start at the nut, string 1 first. */
  readonly begins?: readonly number[]
  /** The plugin that adds it. */
  readonly plugin?: string
  /** Made by the user; its name isn't translated. */
  readonly custom?: boolean
}

/** A tuning that a plugin adds. While the plugin is off, the settings keep it and the standard tuning is shown. */
export interface AddedTuning {
  /** Unique within the plugin: lowercase letters, digits and hyphens. */
  readonly id: string
  /** Plain English; translated by the plugin. */
  readonly name: string
  readonly instrument: Tuning['instrument']
  /** 3 to 10 strings from low to high: `E2 A2 D3 G3 B3 E4`. */
  readonly lowToHigh: string
}

/**
 * All tunings that can be selected now, built-in ones first.
 * @example const tuningList = get(TUNING_LIST)
 */
export const TUNING_LIST = createToken<ReadonlyStore<readonly AvailableTuning[]>>('fretboard.tuning-list')

/**
 * Tunings in addition to the built-in ones.
 * @since 1.0.0
 * @example log.info(`${extensions(FRETBOARD_TUNINGS).length} added by plugins`)
 */
export const FRETBOARD_TUNINGS = createExtensionPoint<AddedTuning>('fretboard.tunings')
