/** The plugins that ship with Fretwork. Hosts pass this list to the kernel. */
import type { PluginManifest } from '../core/kernel/plugin.js'
import account from './account/index.js'
import admin from './admin/index.js'
import audioExport from './audio-export/index.js'
import audioIn from './audio-in/index.js'
import auth from './auth/index.js'
import diagnostics from './diagnostics/index.js'
import fretboard from './fretboard/index.js'
import library from './library/index.js'
import midiFile from './midi-file/index.js'
import midiIo from './midi-io/index.js'
import player from './player/index.js'
import pluginManager from './plugin-manager/index.js'
import practice from './practice/index.js'
import score from './score/index.js'
import scoreFiles from './score-files/index.js'
import social from './social/index.js'
import sound from './sound/index.js'
import soundBanks from './sound-banks/index.js'

export const PLUGINS: readonly PluginManifest[] = [
  auth,
  midiIo,
  fretboard,
  midiFile,
  scoreFiles,
  player,
  practice,
  library,
  diagnostics,
  sound,
  audioExport,
  soundBanks,
  audioIn,
  score,
  social,
  account,
  admin,
  pluginManager,
]
