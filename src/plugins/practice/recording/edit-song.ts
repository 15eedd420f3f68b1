import type { Song } from '../../../music/song/song.js'
import { tempoMap } from '../../../music/song/song-time.js'

/** A note that starts less than this before a cut belongs to the part after it, in quarter notes. */
const EARLY = 1 / 8

/**
 * Returns a part of a song, without its score.
 *
 * @param from start in ticks
 * @param to end in ticks; `Infinity` for the end of the song
 */
export function cutSong(song: Song, from: number, to: number): Song {
  const { header } = song
  const early = header.ppq * EARLY
  /** Returns the part's events, preceded by the state at its start. */
  const within = <T extends { ticks: number }>(events: readonly T[]): T[] => {
    const inside = events.filter(({ ticks }) => ticks >= from && ticks < to)
    const before = events.findLast(({ ticks }) => ticks < from)
    const carried = before && !inside.some(({ ticks }) => ticks === from) ? [{ ...before, ticks: from }] : []
    return [...carried, ...inside].map(event => ({ ...event, ticks: event.ticks - from }))
  }
  const tempos = within(header.tempos)
  const map = tempoMap(tempos, header.ppq)
  const timed = <T extends { ticks: number; time: number; channel?: number | undefined }>(
    events: readonly T[],
  ) =>
    [...new Set(events.map(({ channel }) => channel))]
      .flatMap(channel => within(events.filter(event => event.channel === channel)))
      .map(event => ({ ...event, time: map.secondsAt(event.ticks) }))
      .sort((a, b) => a.ticks - b.ticks)
  const tracks = song.tracks.map(({ endOfTrackTicks: _, programChanges, ...track }) => ({
    ...track,
    notes: track.notes
      .filter(({ ticks }) => ticks >= from - early && ticks < to - early)
      .map(note => {
        const ticks = Math.max(0, note.ticks - from)
        const end = Math.max(ticks, Math.min(note.ticks + note.durationTicks, to) - from)
        const time = map.secondsAt(ticks)
        return { ...note, ticks, time, durationTicks: end - ticks, duration: map.secondsAt(end) - time }
      }),
    controlChanges: Object.fromEntries(
      Object.entries(track.controlChanges).map(([controller, changes]) => [controller, timed(changes)]),
    ),
    pitchBends: timed(track.pitchBends),
    ...(programChanges && { programChanges: timed(programChanges) }),
  }))
  const { endTicks, ...rest } = header
  const end = Number.isFinite(to) ? to : endTicks
  const timeSignatures = within(header.timeSignatures).map(({ measures: _, ...each }) => each)
  return {
    header: {
      ...{ ...rest, tempos, timeSignatures },
      ...{ keySignatures: within(header.keySignatures), meta: within(header.meta) },
      ...(end !== undefined && { endTicks: Math.max(0, end - from) }),
    },
    tracks,
  }
}

/**
 * @param grid divisions of a whole note, such as 16, or 12 for eighth-note triplets
 * @param strength 0–100 percent
 */
export function quantized(song: Song, grid: number, strength: number): Song {
  const { ppq, tempos } = song.header
  const map = tempoMap(tempos, ppq)
  const step = (ppq * 4) / grid
  const tracks = song.tracks.map(track => ({
    ...track,
    notes: track.notes
      .map(note => {
        const line = Math.round(note.ticks / step) * step
        const ticks = Math.max(0, Math.round(note.ticks + ((line - note.ticks) * strength) / 100))
        return { ...note, ticks, time: map.secondsAt(ticks) }
      })
      .sort((a, b) => a.ticks - b.ticks),
  }))
  return { ...song, tracks }
}
