import type { SettingsStore } from '../../core/settings/settings.js'
import type { SongPin, SongZone } from '../player/tokens.js'
import { readStoredSong, type TablatureSettings } from './settings.js'

export interface SongPins {
  readonly pins: readonly SongPin[]
  readonly zone: SongZone | undefined
  readonly ignoresWritten: boolean
}

const MOST_SONGS = 100
/** Per song, for the size limit of local storage. */
const MOST_PINS = 5000

export class SongMemory {
  /** @param settings also change in other windows */
  constructor(
    readonly settings: SettingsStore<TablatureSettings>,
    readonly user: () => string,
  ) {}

  of(song: string): SongPins {
    const kept = this.settings
      .getState()
      .songs.map(readStoredSong)
      .find(stored => stored?.user === this.user() && stored.song === song)
    const pins = (kept?.pins ?? []).map(([track, note, string]) => ({ track, note, string }))
    const [from, to] = kept?.zone ?? []
    const zone = from === undefined || to === undefined ? undefined : { from, to }
    return { pins, zone, ignoresWritten: kept?.ignoresWritten ?? false }
  }

  /** @param called title; without it, as before */
  keep(song: string, { pins, zone, ignoresWritten }: SongPins, called?: string): void {
    const { songs } = this.settings.getState()
    const user = this.user()
    const isOther = (stored: unknown) => {
      const read = readStoredSong(stored)
      return read?.user !== user || read.song !== song
    }
    const others = songs.filter(isOther)
    const name = called ?? songs.map(readStoredSong).find(stored => !isOther(stored))?.name
    const kept = {
      user,
      song,
      ...(name !== undefined && { name }),
      pins: pins.slice(-MOST_PINS).map(({ track, note, string }) => [track, note, string]),
      ...(zone && { zone: [zone.from, zone.to] }),
      ...(ignoresWritten && { ignoresWritten }),
    }
    const isEmpty = pins.length === 0 && zone === undefined && !ignoresWritten
    if (isEmpty && others.length === songs.length) return
    this.settings.change({ songs: isEmpty ? others : [kept, ...others].slice(0, MOST_SONGS) })
  }
}
