import { createToken } from '../../core/platform/token.js'
import type { PlayingSetlist } from './playing-setlist.js'
import type { Setlists } from './setlists.js'

export const SETLISTS = createToken<Setlists>('setlists.lists')
export const PLAYING_SETLIST = createToken<PlayingSetlist>('setlists.playing')
