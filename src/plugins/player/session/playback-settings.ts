import type { PluginContext } from '../../../core/kernel/plugin.js'
import { AUTH, SETTINGS } from '../../../core/kernel/tokens.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { createStore } from '../../../core/platform/store.js'
import type { SettingsStore } from '../../../core/settings/settings.js'
import type { SongEvent } from '../../../music/song/song-events.js'
import { DRUM_CHANNEL } from '../../../music/song/song-events.js'
import { type RememberedSong, rememberedSong, type SongMemory, songSettings } from '../settings.js'
import {
  type BarRange,
  type PlaybackOptions,
  type PlaybackView,
  type ShownTracks,
  TEMPO,
  TRANSPOSITION,
  type TrackMix,
} from '../tokens.js'
import type { RememberedTracks, SongPlaybackSettings } from './session-services.js'

export interface PlaybackSettingsParts {
  readonly settings: SettingsStore<SongMemory>
  readonly user: () => string
}

const MOST_SONGS = 100

const PLAIN: PlaybackView = {
  tempo: 100,
  loop: undefined,
  looping: false,
  step: 0,
  goal: 100,
  transpose: 0,
  tracks: new Map(),
  wait: false,
  ownTuning: false,
}

export const USUAL_OPTIONS: PlaybackOptions = {
  metronome: false,
  countIn: 0,
  upcomingMs: 1200,
  followFrets: true,
  chord: 'all',
}

export function playbackOfSongs({ get }: PluginContext): SongPlaybackSettings {
  const user = () => get(AUTH).state.getState().user?.id ?? ''
  return createPlaybackSettings({ settings: get(SETTINGS).store(songSettings), user })
}

export function createPlaybackSettings({ settings, user }: PlaybackSettingsParts): SongPlaybackSettings {
  const view = createStore<PlaybackView>(PLAIN)
  const options = createStore(USUAL_OPTIONS)
  let song: RememberedTracks | undefined
  let shown: ShownTracks | undefined

  const isOf = (which: RememberedTracks | undefined) => (each: unknown) => {
    const known = rememberedSong(each)
    return known?.user === user() && known.song === which?.key
  }

  const keep = () => {
    if (!song) return
    const others = settings.getState().songs.filter(each => !isOf(song)(each))
    const { loop, ...rest } = view.getState()
    const stored = { ...rest, loop: loop && moved(loop, 1 - song.firstBar) }
    const now = remember(stored, shown, { user: user(), song: song.key })
    const songs = isPlain(now) ? others : [now, ...others].slice(0, MOST_SONGS)
    if (songs.length > 0 || settings.getState().songs.length > 0) settings.change({ songs })
  }

  const change = (next: Partial<PlaybackView>) => {
    const now = view.getState()
    const differs = Object.entries(next).some(([name, value]) => now[name as keyof PlaybackView] !== value)
    if (!song || !differs) return
    view.setState(next)
    keep()
  }

  const recall = (next: RememberedTracks) => {
    const known = settings.getState().songs.map(rememberedSong).find(isOf(next))
    const loop = known?.loop && withinSong(moved(known.loop, next.firstBar - 1), next)
    const looping = loop !== undefined && known?.looping === true
    const tracks = tracksOf(known, next.tracks)
    return { practice: { ...PLAIN, ...known?.practice, loop, looping, tracks }, shown: known?.shown }
  }

  return {
    view,
    options,
    recall,
    begin(next) {
      song = next
      const recalled = recall(next)
      shown = recalled.shown
      view.setState(recalled.practice, true)
      return shown
    },
    end() {
      song = undefined
      view.setState(PLAIN, true)
    },
    keepShown(tracks) {
      shown = tracks
      keep()
    },
    nextTempo() {
      const { tempo, step, goal } = view.getState()
      if (step > 0) return tempo < goal ? Math.min(goal, tempo + step) : tempo
      return tempo > goal ? Math.max(goal, tempo + step) : tempo
    },
    setTempo: percent => change({ tempo: within(TEMPO, percent) }),
    setSteps({ step = view.getState().step, goal = view.getState().goal }) {
      change({ step: within({ least: -25, most: 25 }, step), goal: within(TEMPO, goal) })
    },
    setLoop: bars => change({ loop: bars && withinSong(bars, song), looping: bars !== undefined }),
    setLooping: on => change({ looping: on && view.getState().loop !== undefined }),
    setTranspose: semitones => change({ transpose: within(TRANSPOSITION, semitones) }),
    isHeard: track => isHeard(view.getState(), track),
    setTrack(track, mix) {
      if (!song || !Number.isInteger(track) || track < 0 || track >= song.tracks) {
        throw new FretworkError('track_unknown', `The song has no track ${track + 1}; choose another.`)
      }
      const tracks = new Map(view.getState().tracks)
      const before = tracks.get(track) ?? PLAIN_TRACK
      const next: TrackMix = { ...before, ...mix }
      const volume = Math.min(1, Math.max(0, Number.isFinite(next.volume) ? next.volume : 1))
      const after = { ...next, volume }
      if (isPlainTrack(after)) tracks.delete(track)
      else tracks.set(track, after)
      change({ tracks })
    },
    setWait: wait => change({ wait }),
    setOwnTuning: ownTuning => change({ ownTuning }),
  }
}

const moved = ({ from, to }: BarRange, by: number): BarRange => ({ from: from + by, to: to + by })

function withinSong({ from, to }: BarRange, song: RememberedTracks | undefined): BarRange {
  const { firstBar = 1, bars = 1 } = song ?? {}
  const bar = (number: number) => Math.min(Math.max(firstBar, bars), Math.max(firstBar, Math.round(number)))
  return { from: bar(Math.min(from, to)), to: bar(Math.max(from, to)) }
}

function within({ least, most }: { least: number; most: number }, value: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : Math.max(least, 0)
}

function tracksOf(known: RememberedSong | undefined, count: number): ReadonlyMap<number, TrackMix> {
  const there = (known?.tracks ?? []).filter(({ track }) => track < count)
  return new Map(there.map(({ track, ...mix }) => [track, mix]))
}

function remember(
  { loop, looping, tracks, ...practice }: PlaybackView,
  shown: ShownTracks | undefined,
  whose: { readonly user: string; readonly song: string },
): RememberedSong {
  const kept = [...tracks].map(([track, mix]) => ({ track, ...mix }))
  const several = typeof shown === 'object' ? [...shown] : shown
  return {
    ...{ ...whose, practice, looping, tracks: kept },
    ...(several !== undefined && { shown: several }),
    ...(loop && { loop: { ...loop } }),
  }
}

function isPlain({ practice, loop, tracks, shown }: RememberedSong): boolean {
  const { tempo, step, goal, transpose, wait, ownTuning = false } = practice
  const asPlain = tempo === 100 && step === 0 && goal === 100 && transpose === 0 && !wait && !ownTuning
  return asPlain && !loop && tracks.length === 0 && shown === undefined
}

export interface SongMix {
  /** Mix by track index; tracks without an entry play unchanged. */
  readonly tracks: ReadonlyMap<number, TrackMix>
  /** Transposition in semitones; drums are not transposed. */
  readonly transpose: number
}

export const PLAIN_TRACK: TrackMix = { muted: false, solo: false, volume: 1 }

function isPlainTrack({ muted, solo, volume, ...sound }: TrackMix): boolean {
  return !muted && !solo && volume === 1 && Object.values(sound).every(value => value === undefined)
}

export const PLAIN_MIX: SongMix = { tracks: new Map(), transpose: 0 }

export function trackMix({ tracks }: SongMix, track: number): TrackMix {
  return tracks.get(track) ?? PLAIN_TRACK
}

export function isHeard(mix: SongMix, track: number): boolean {
  const { muted, solo, volume } = trackMix(mix, track)
  if (muted || volume <= 0) return false
  if (solo) return true
  for (const other of mix.tracks.values()) if (other.solo) return false
  return true
}

/** Returns `undefined` if the transposed pitch is outside 0–127. */
export function soundingPitch({ transpose }: SongMix, channel: number, pitch: number): number | undefined {
  if (channel === DRUM_CHANNEL) return pitch
  const moved = pitch + transpose
  return moved >= 0 && moved <= 127 ? moved : undefined
}

/** Returns 1–127. Velocity 0 would end the note. */
export function soundingVelocity(mix: SongMix, track: number, velocity: number): number {
  return Math.min(127, Math.max(1, Math.round(velocity * trackMix(mix, track).volume)))
}

/** Default release velocity (specification, section 9). The JSON song format doesn't store it. */
export const RELEASE = 64

/** Sounding notes of the song. If several share a MIDI note, the last one determines when the note ends. */
export function createSoundingNotes(
  send: (bytes: readonly number[], dueMs: number, techniques?: SongEvent['techniques']) => void,
) {
  const begun = new Map<number, { readonly key: number; readonly event: SongEvent }>()
  /** Number of the sounding note, keyed by channel × 128 + pitch. */
  const owners = new Map<number, number>()

  const end = (number: number, dueMs: number) => {
    const note = begun.get(number)
    if (!note) return
    begun.delete(number)
    if (owners.get(note.key) !== number) return
    owners.delete(note.key)
    send([0x80 | (note.key >> 7), note.key & 127, RELEASE], dueMs)
  }

  return {
    begin(number: number, event: SongEvent, bytes: readonly number[], dueMs: number) {
      const [status = 0, pitch = 0] = bytes
      const key = (status & 15) * 128 + pitch
      const before = owners.get(key)
      if (before !== undefined) end(before, dueMs)
      begun.set(number, { key, event })
      owners.set(key, number)
      send(bytes, dueMs, event.techniques)
    },
    end,
    endWhere(isOver: (event: SongEvent) => boolean, dueMs: number) {
      for (const [number, { event }] of [...begun]) if (isOver(event)) end(number, dueMs)
    },
    channels: () => Array.from(begun.values(), ({ key, event }) => [event.track, key >> 7] as const),
    clear() {
      begun.clear()
      owners.clear()
    },
  }
}
