import type { Store } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'
import type { DrawnStaves } from '../score-files/tokens.js'

/** Staves shown in the current view and in print. */
export const SHOWN_STAVES = createToken<Store<DrawnStaves>>('notation.shown-staves')
