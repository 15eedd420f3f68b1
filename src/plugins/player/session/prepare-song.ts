import type { ClockPort } from '../../../core/platform/ports.js'
import { inSlices, partOf, type Steps } from '../../../core/platform/steps.js'
import type { Song } from '../../../music/song/song.js'
import type { SongReader, SongSummary } from '../../midi-file/tokens.js'
import type { RememberedTracks, SongPlaybackSettings } from '../internal-tokens.js'
import { type ShownNotes, shownNoteSteps } from '../neck/neck-notes.js'
import { type SongScore, scoreSteps } from '../playback/song-score.js'
import type { OpenSong, ShownTracks, SongSession } from '../tokens.js'
import { type BarGrid, barGrid } from './bars.js'
import { isShown, remembered } from './shown-tracks.js'
import { type TakingNeck, usualTracks } from './usual-tracks.js'

export interface ReadySong {
  readonly song: OpenSong
  readonly score: SongScore
  readonly grid: BarGrid
  readonly usual: ShownTracks
  /** Remembered tracks if the song still has them, otherwise the default. */
  readonly tracks: ShownTracks
  readonly shown: ShownNotes
  readonly transpose: number
}

const STEPS = { scored: 0.75, chosen: 0.8 } as const

interface SongOpeningParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly summaryOf: SongReader['summaryOf']
  readonly playback: Pick<SongPlaybackSettings, 'recall'>
  readonly neck: () => TakingNeck
  readonly put: (ready: ReadySong) => void
}

export function createSongOpening({
  clock,
  summaryOf,
  playback,
  neck,
  put,
}: SongOpeningParts): Pick<SongSession, 'openSong' | 'describe'> & { end(): void } {
  let current: AbortController | undefined

  function* steps(
    { song }: { readonly song: OpenSong['song'] },
    summary: ReturnType<typeof summaryOf>,
  ): Steps<ReadySong> {
    const open = openSongOf(song, summary)
    const score = yield* partOf(scoreSteps(song), 0, STEPS.scored)
    const { practice: mix, shown } = playback.recall(rememberedTracks(open))
    const usual = yield* partOf(usualTracks(open, neck()), STEPS.scored, STEPS.chosen)
    const tracks = remembered(open, shown, usual)
    const parts = { song, score, mix, isShown: (track: number) => isShown(open, tracks, track) }
    return {
      song: open,
      score,
      grid: barGrid(song),
      usual,
      tracks,
      shown: yield* partOf(shownNoteSteps(parts), STEPS.chosen, 1),
      transpose: mix.transpose,
    }
  }

  return {
    async openSong(reading, name, { signal, onProgress, key } = {}) {
      current?.abort()
      const mine = new AbortController()
      current = mine
      const cancel = () => mine.abort()
      if (signal?.aborted) cancel()
      signal?.addEventListener('abort', cancel, { once: true })
      try {
        await inSlices(
          steps(reading, { ...summaryOf(reading, name), ...(key !== undefined && { key }) }),
          { clock, signal: mine.signal, onProgress },
          put,
        )
        return true
      } catch (thrown) {
        if (mine.signal.aborted) return false
        throw thrown
      } finally {
        signal?.removeEventListener('abort', cancel)
        if (current === mine) current = undefined
      }
    },
    describe: (reading, name) => openSongOf(reading.song, summaryOf(reading, name)),
    end: () => current?.abort(),
  }
}

export function rememberedTracks({ key, firstBar, bars, song }: OpenSong): RememberedTracks {
  return { key, firstBar, bars, tracks: song.tracks.length }
}

export function openSongOf(song: Song, summary: SongSummary): OpenSong {
  const { lengthMs } = summary
  const { firstBar, barBeatAt, barStart } = barGrid(song)
  const last = barBeatAt(lengthMs)
  const endsBefore = last.beat === 1 && last.bar > firstBar && barStart(last.bar) >= lengthMs - 1
  const bars = endsBefore ? last.bar - 1 : last.bar
  return { ...summary, song, firstBar, bars, barBeatAt, barStart }
}
