/** What others add to the panel of the open song. */
import type { Notice } from '../../../core/events/notices.js'
import { createExtensionPoint, createToken } from '../../../core/platform/services/token.js'

/** Notices about a user's songs: they are withdrawn when the user logs out. */
export interface SessionNotices {
  post(notice: Notice): void
  /** For what takes a while: posts for as long as the present session lasts, and nothing afterwards. */
  poster(): (notice: Notice) => void
}

/** @example const songNotices = get(SONG_NOTICES) */
export const SONG_NOTICES = createToken<SessionNotices>('player.notices')

/**
 * A screen of the open song: above the panel (`top`), in place of a song (`empty`), along the progress bar
 * (`timeline`), among the tools of the transport, first `tools`, then `transport`, or floating over it (`dock`). On a
 * phone the tools are in a sheet.
 */
export interface SongPanelPart {
  readonly id: string
  readonly slot: 'top' | 'empty' | 'timeline' | 'tools' | 'transport' | 'dock'
  /** The plugin and its screen, by the name in its runtime. */
  readonly plugin: string
  readonly screen: string
}

/** @example log.info(`${extensions(SONG_PANEL).length} added by plugins`) */
export const SONG_PANEL = createExtensionPoint<SongPanelPart>('player.panel')
