/** Services that only this plugin uses, and what its own parts may do with its public ones. */

import type { CheckedExtensions } from '../../core/kernel/extensions/checked-extensions.js'
import type { Position } from '../../core/music/guitar/position.js'
import { createToken, type Token } from '../../core/platform/services/token.js'
import type { Store } from '../../core/platform/store.js'
import type { NeckMark } from '../fretboard/tokens.js'
import {
  PLAYBACK_SETTINGS,
  type PlaybackSettings,
  type PlaybackView,
  type ShownNote,
  type ShownTracks,
  SONG_FINGERING,
  type SongFingering,
  type SongPanelPart,
  type SongPin,
} from './tokens.js'

export interface RememberedTracks {
  /** Identifies the song. */
  readonly key: string
  readonly bars: number
  readonly tracks: number
}

/** The playback settings, as the session uses them. */
export interface SongPlaybackSettings extends PlaybackSettings {
  /** What is remembered of a song; nothing changes. */
  recall(song: RememberedTracks): { readonly practice: PlaybackView; readonly shown: ShownTracks | undefined }
  /** A song is opened: what is remembered of it takes effect. @returns the tracks that were chosen last time */
  begin(song: RememberedTracks): ShownTracks | undefined
  /** No song is open. */
  end(): void
  /** @param shown `undefined` for those that the song opens on */
  keepShown(shown: ShownTracks | undefined): void
  /** The tempo of the next time through the loop, in percent. */
  nextTempo(): number
}

/** The fingering, as the session uses it. */
export interface SessionFingering extends SongFingering {
  /** Where the note lights up: rather on a string that another note uses than nowhere. */
  litPositionOf(index: number): Position | undefined
  /** Takes other notes. Pins stay unless others are given. */
  show(notes: readonly ShownNote[], pins?: readonly SongPin[]): void
  /** The neck has changed, or the solver was switched on or off. */
  outdated(): void
  /** Another song is opened: drops pins and zone. */
  forget(): void
}

export const SESSION_PLAYBACK = PLAYBACK_SETTINGS as Token<SongPlaybackSettings>
export const SESSION_FINGERING = SONG_FINGERING as Token<SessionFingering>
/** The outlines of the next notes. */
export const UPCOMING_MARKS = createToken<Store<readonly NeckMark[]>>('player.upcoming-marks')
export const PANEL_PARTS = createToken<CheckedExtensions<SongPanelPart>>('player.panel-parts')
