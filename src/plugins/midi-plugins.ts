/** The plugins that songs and logs pass through; a replay without screens needs no others. */
import type { PluginManifest } from '../core/kernel/manifest/plugin.js'
import midiFile from './midi-file/index.js'
import midiIo from './midi-io/index.js'
import positions from './positions/index.js'
import replay from './replay/index.js'
import scoreFiles from './score-files/index.js'

/** A part of the plugin list: reading and checking the other manifests would take longer than a short replay. */
export const MIDI_PLUGINS: readonly PluginManifest[] = [midiIo, midiFile, scoreFiles, positions, replay]
