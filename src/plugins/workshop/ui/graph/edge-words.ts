/** What the lines of the graph mean, in words. */
import { phrases } from '../../../../core/platform/phrases.js'
import type { EdgeKind } from '../../graph-layers.js'

export const EDGE_NAMES: Readonly<Record<EdgeKind, string>> = phrases({
  requires: 'requires',
  optional: 'uses where it is there',
  lazy: 'starts when needed',
})

export const EDGE_SENTENCES: Readonly<Record<EdgeKind, string>> = phrases({
  requires: '{{plugin}} requires {{other}}.',
  optional: '{{plugin}} uses {{other}} where it is there.',
  lazy: '{{plugin}} starts {{other}} when it needs it.',
})
