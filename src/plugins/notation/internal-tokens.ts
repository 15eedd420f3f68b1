import { createToken } from '../../core/platform/services/token.js'
import type { Store } from '../../core/platform/store.js'
import type { DrawnStaves } from '../score-files/tokens.js'

/** Staves of the view on screen, also when printed. */
export const SHOWN_STAVES = createToken<Store<DrawnStaves>>('notation.shown-staves')
