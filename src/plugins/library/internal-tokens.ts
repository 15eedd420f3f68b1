import { createToken } from '../../core/platform/token.js'
import type { OpenSongKeeping } from './reopen/open-song.js'

export const OPEN_SONG = createToken<OpenSongKeeping>('library.open-song')
