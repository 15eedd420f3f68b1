/** What only the plugin's own parts know of one another. */
import { createToken } from '../../core/kernel/token.js'
import type { SongPlacesKeeper } from './song-places.js'
import type { SongPracticeKeeper } from './song-practice.js'
import type { PlayingSession } from './song-session.js'

export const PRACTICE_KEEPER = createToken<SongPracticeKeeper>('midi-file.practice-keeper')
export const PLACES_KEEPER = createToken<SongPlacesKeeper>('midi-file.places-keeper')
export const PLAYING_SESSION = createToken<PlayingSession>('midi-file.playing-session')
