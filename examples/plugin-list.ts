/** All examples, in the order of the guide's extension points. */
import type { PluginManifest } from '@fretwork/sdk'
import drone from './drone/index.js'
import findNote from './find-note/index.js'
import harmonizer from './harmonizer/index.js'
import noteLines from './note-lines/index.js'
import oneChannel from './one-channel/index.js'
import rootNotes from './root-notes/index.js'

export const EXAMPLES: readonly PluginManifest[] = [
  rootNotes,
  drone,
  oneChannel,
  harmonizer,
  noteLines,
  findNote,
]
