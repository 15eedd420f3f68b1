import { extname } from 'node:path'
import { inSlices } from '../../src/core/platform/steps.js'
import { SAMPLE_RATE } from '../../src/music/song/wav-file.js'
import { MIDI_PLUGINS } from '../../src/plugins/midi-plugins.js'
import { type BarRange, SONG_PERFORMER } from '../../src/plugins/player/tokens.js'
import { badInput, EXIT, wrongUsage } from '../errors.js'
import { AUDIO_ENDINGS, isAudioEnding, writeAudio } from '../io/audio-file.js'
import { nameOfFile, refuseExisting } from '../io/files.js'
import { progressLine } from '../io/print.js'
import { withPackages } from '../packages/with-packages.js'
import { nodeClock } from '../platform/node-platform.js'
import { renderPerformance } from '../platform/song-sound.js'
import { withPlugin } from '../platform/with-plugin.js'
import { untilEnded } from '../replay/endings.js'
import { readSong, reportNotes } from './song.js'

interface RenderOptions {
  /** Track numbers, starting at 1. */
  readonly tracks?: readonly number[]
  readonly bars?: BarRange
  readonly tempo?: number
  readonly metronome?: boolean
  readonly countIn?: number
  readonly force?: boolean
  readonly plugins?: string
}

/** Progress when all messages are known, 0–1. */
const PERFORMED = 0.05

export function render(from: string, to: string, options: RenderOptions): Promise<number> {
  const ending = extname(to).toLowerCase()
  if (!isAudioEnding(ending)) {
    const message = `Can't write "${to}": its name must end with ${AUDIO_ENDINGS.join(' or ')}.`
    throw wrongUsage('format_unknown', message)
  }
  refuseExisting(to, options)
  return untilEnded(async ({ signal }) => {
    const { song, notes } = await readSong(from, await withPackages(MIDI_PLUGINS, options.plugins), signal)
    if (song.tracks.every(track => track.notes.length === 0)) {
      const message = `${nameOfFile(from)}: The song has no notes, so there is nothing to render.`
      throw badInput('song_silent', message)
    }
    reportNotes(from, notes)
    return withPlugin('player', async kernel => {
      const progress = progressLine(true)
      const within = (first: number, last: number) => ({
        ...{ clock: nodeClock, signal },
        onProgress: (portion: number) =>
          progress.show(
            () => `${nameOfFile(from)}  ${Math.floor(100 * (first + (last - first) * portion))} %`,
          ),
      })
      try {
        const performance = await inSlices(
          kernel.get(SONG_PERFORMER).perform(song, {
            ...{ tempo: options.tempo ?? 100, transpose: 0, tracks: new Map() },
            ...{ metronome: options.metronome ?? false, countIn: options.countIn ?? 0 },
            ...{ only: options.tracks?.map(track => track - 1), bars: options.bars },
          }),
          within(0, PERFORMED),
          performed => performed,
        )
        await writeAudio(to, ending, write =>
          renderPerformance(performance, { sampleRate: SAMPLE_RATE, write, ...within(PERFORMED, 1) }),
        )
      } finally {
        progress.end()
      }
      return EXIT.ok
    })
  })
}
