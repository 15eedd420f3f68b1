import type { CheckedExtensions } from '../../core/kernel/extensions/checked-extensions.js'
import { createToken, type Token } from '../../core/platform/services/token.js'
import type { Store } from '../../core/platform/store.js'
import type { Position } from '../../music/guitar/position.js'
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
  readonly key: string
  readonly firstBar: number
  readonly bars: number
  readonly tracks: number
}

export interface SongPlaybackSettings extends PlaybackSettings {
  recall(song: RememberedTracks): { readonly practice: PlaybackView; readonly shown: ShownTracks | undefined }
  /** Applies what is remembered of a song. @returns the tracks chosen last time */
  begin(song: RememberedTracks): ShownTracks | undefined
  end(): void
  /** @param shown `undefined` for the song's default */
  keepShown(shown: ShownTracks | undefined): void
  /** Percent, for the next pass through the loop. */
  nextTempo(): number
}

export interface SessionFingering extends SongFingering {
  /** Shares a string rather than leave the note unlit. */
  litPositionOf(index: number): Position | undefined
  /** Replaces the notes; pins stay unless others are given. */
  show(notes: readonly ShownNote[], pins?: readonly SongPin[]): void
  outdated(): void
  /** Drops pins and zone, for another song. */
  forget(): void
}

export const SESSION_PLAYBACK = PLAYBACK_SETTINGS as Token<SongPlaybackSettings>
export const SESSION_FINGERING = SONG_FINGERING as Token<SessionFingering>
export const UPCOMING_MARKS = createToken<Store<readonly NeckMark[]>>('player.upcoming-marks')
export const PANEL_PARTS = createToken<CheckedExtensions<SongPanelPart>>('player.panel-parts')
