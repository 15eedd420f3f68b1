/** Plugins that process songs and MIDI logs. A headless replay needs no others. */
import type { PluginManifest } from '../core/kernel/plugin.js'
import diagnostics from './diagnostics/index.js'
import midiFile from './midi-file/index.js'
import midiIo from './midi-io/index.js'
import scoreFiles from './score-files/index.js'

/**
 * A subset of the plugin list, because loading and validating the other manifests takes longer than a short
 * replay.
 */
export const MIDI_PLUGINS: readonly PluginManifest[] = [midiIo, midiFile, scoreFiles, diagnostics]
