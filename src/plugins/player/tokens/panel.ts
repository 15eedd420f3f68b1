import type { Notice } from '../../../core/events/notices.js'
import { createExtensionPoint, createToken } from '../../../core/platform/services/token.js'

/** Notices about a user's songs, withdrawn at the logout. */
export interface SessionNotices {
  post(notice: Notice): void
  /** Posts for slow work, within the present session only. */
  poster(): (notice: Notice) => void
}

export const SONG_NOTICES = createToken<SessionNotices>('player.notices')

/**
 * A screen of the open song: above the panel (`top`), instead of a song (`empty`), along the progress bar
 * (`timeline`), among the transport tools (`tools`, then `transport`), or floating above (`dock`).
 */
export interface SongPanelPart {
  readonly id: string
  readonly slot: 'top' | 'empty' | 'timeline' | 'tools' | 'transport' | 'dock'
  readonly plugin: string
  readonly screen: string
}

export const SONG_PANEL = createExtensionPoint<SongPanelPart>('player.panel')
