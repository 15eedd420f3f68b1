/** Stores pins and hand position per song and user. */
import type { SettingsStore } from '../../core/settings/settings.js'
import type { SongPin, SongZone } from '../player/tokens.js'
import { readStoredSong, type TablatureSettings } from './settings.js'

/** Pins and hand position of one song. */
export interface SongPins {
  readonly pins: readonly SongPin[]
  readonly zone: SongZone | undefined
}

export interface SongMemory {
  /** Current user id. */
  user(): string
  /** @param song key of the song */
  of(song: string): SongPins
  keep(song: string, wishes: SongPins): void
  /** Called when stored songs may have changed, also in another window. */
  subscribe(listener: () => void): () => void
}

/** Those changed last. */
const MOST_SONGS = 100
/** Per song, to stay well below the size limit of local storage. */
const MOST_PINS = 5000

export function songMemory(settings: SettingsStore<TablatureSettings>, user: () => string): SongMemory {
  const find = (song: string) =>
    settings
      .getState()
      .songs.map(readStoredSong)
      .find(kept => kept?.user === user() && kept.song === song)
  const isAnother = (song: string) => (stored: unknown) => {
    const kept = readStoredSong(stored)
    return kept?.user !== user() || kept.song !== song
  }
  return {
    user,
    subscribe: listener => settings.subscribe(listener),
    of(song) {
      const kept = find(song)
      const pins = (kept?.pins ?? []).map(([track, note, string]) => ({ track, note, string }))
      const [from, to] = kept?.zone ?? []
      return { pins, zone: from === undefined || to === undefined ? undefined : { from, to } }
    },
    keep(song, { pins, zone }) {
      const { songs } = settings.getState()
      const others = songs.filter(isAnother(song))
      const kept = {
        user: user(),
        song,
        pins: pins.slice(-MOST_PINS).map(({ track, note, string }) => [track, note, string]),
        ...(zone && { zone: [zone.from, zone.to] }),
      }
      const wished = pins.length > 0 || zone !== undefined
      if (!wished && others.length === songs.length) return
      settings.change({ songs: wished ? [kept, ...others].slice(0, MOST_SONGS) : others })
    },
  }
}
