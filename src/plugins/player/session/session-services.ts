import type { GuardedExtensions } from '../../../core/kernel/guarded-extensions.js'
import type { Store } from '../../../core/platform/store.js'
import { createToken, type Token } from '../../../core/platform/token.js'
import type { Position } from '../../../music/guitar/position.js'
import type { NeckMark } from '../../fretboard/tokens.js'
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
} from '../tokens.js'

export interface RememberedTracks {
  readonly key: string
  readonly firstBar: number
  readonly bars: number
  readonly tracks: number
}

export interface SongPlaybackSettings extends PlaybackSettings {
  recall(song: RememberedTracks): { readonly practice: PlaybackView; readonly shown: ShownTracks | undefined }
  /** Applies the remembered settings of a song. @returns the tracks shown last time */
  begin(song: RememberedTracks): ShownTracks | undefined
  end(): void
  /** @param shown `undefined` for the song's default tracks */
  keepShown(shown: ShownTracks | undefined): void
  /** Returns the tempo of the next pass through the loop, in percent. */
  nextTempo(): number
}

export interface SessionFingering extends SongFingering {
  /** Returns a position that may share a string with another note, so that every note lights up. */
  litPositionOf(index: number): Position | undefined
  show(notes: readonly ShownNote[], pins?: readonly SongPin[]): void
  outdated(): void
  /** Drops pins and hand position before another song opens. */
  forget(): void
}

export const SESSION_PLAYBACK = PLAYBACK_SETTINGS as Token<SongPlaybackSettings>
export const SESSION_FINGERING = SONG_FINGERING as Token<SessionFingering>
export const UPCOMING_MARKS = createToken<Store<readonly NeckMark[]>>('player.upcoming-marks')
export const PANEL_PARTS = createToken<GuardedExtensions<SongPanelPart>>('player.panel-parts')
