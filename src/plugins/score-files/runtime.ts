import { defineRuntime, type PluginContext, provideFactory } from '../../core/kernel/plugin.js'
import { phrases } from '../../core/platform/phrases.js'
import { hasWorkers } from '../../core/platform/ports.js'
import type { WorkerClass } from '../../core/platform/worker-call.js'
import type { Song } from '../../music/song/song.js'
import { SONG_FORMATS, SONG_READER, type SongFormatReading } from '../midi-file/tokens.js'
import { isAbc, isGuitarPro, isMusicXml } from './recognize.js'
import { ScoreError } from './score-error.js'
import { READING_GRIDS, SCORES, type Scores } from './tokens.js'
import { withPositions } from './writing/with-positions.js'

const { tunes: MORE_TUNES } = phrases({
  tunes: 'This file contains {{number}} tunes. Only the first was opened.',
})

export default defineRuntime({
  providers: [provideFactory(SCORES, () => scoreFiles)],
  activate({ extend, get, load }) {
    extend(SONG_FORMATS, {
      id: 'guitar-pro',
      title: 'Guitar Pro',
      extensions: ['.gp', '.gp3', '.gp4', '.gp5', '.gpx', '.gp7', '.gp8'],
      looksLike: isGuitarPro,
      read: (bytes, reader) => get(SCORES).read(bytes, reader),
      writes: ['.gp'],
      write: (song, _ending, { grid }) => get(SCORES).write(song, 'gp', grid),
    })
    extend(SONG_FORMATS, {
      id: 'musicxml',
      title: 'MusicXML',
      extensions: ['.musicxml', '.mxl', '.xml'],
      looksLike: isMusicXml,
      read: (bytes, reader) => get(SCORES).read(bytes, reader),
      writes: ['.musicxml', '.xml', '.mxl'],
      write: (song, ending, { grid }) =>
        get(SCORES).write(song, ending === '.mxl' ? 'mxl' : 'musicxml', grid),
    })
    extend(SONG_FORMATS, {
      ...{ id: 'abc', title: 'ABC notation', extensions: ['.abc'], looksLike: isAbc },
      read: (bytes, reader) => (reader === 1 ? readEarlierAbc(bytes, load) : readAbc(bytes)),
    })
  },
})

async function readAbc(bytes: Uint8Array): Promise<SongFormatReading> {
  const { tunes, remarks = [], ...reading } = await work(scores => scores.readTune(bytes))
  const more = { sentence: MORE_TUNES, values: { number: tunes } }
  return { ...reading, remarks: tunes > 1 ? [more, ...remarks] : remarks }
}

async function readEarlierAbc(bytes: Uint8Array, load: PluginContext['load']): Promise<SongFormatReading> {
  const { midi, title: name } = await work(scores => scores.earlierTune(bytes))
  const { song } = await (await load(SONG_READER)).read(midi)
  return { song: { ...song, header: { ...song.header, name } }, isComplete: true }
}

/** Time limit. The longest known song takes less than one second. */
const LIMIT_SECONDS = 30

declare const Worker: WorkerClass
type ScoreWork = typeof import('./engine-room.js')

const startWorker = () =>
  new Worker(new URL('./scores.worker.ts', import.meta.url), { type: 'module', name: 'scores' })

async function work<Result>(
  call: (work: ScoreWork) => Result | Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  if (!hasWorkers()) return call(await import('./engine-room.js'))
  const { callWorker } = await import('../../core/platform/worker-call.js')
  const error = () => new ScoreError('score_slow', { limit: LIMIT_SECONDS })
  const start = async (work: ScoreWork) => call(work)
  return callWorker(startWorker, start, { signal, limit: { seconds: LIMIT_SECONDS, error }, idleMs: 5000 })
}

async function positioned(song: Song): Promise<Song> {
  if (song.score) return song
  const { solver } = await import('../../music/fingering/solver.js')
  return withPositions(song, solver.solve, nextTask)
}

const scoreFiles: Scores = {
  positioned,
  read: (bytes, reader) => work(scores => scores.readChecked(bytes, reader)),
  draw: (song, options, signal) => work(scores => scores.drawScore(song, options), signal),
  async write(song, format, name = 'auto') {
    const grid = READING_GRIDS.find(each => each === name)
    if (!grid) throw new ScoreError('score_no_grid', { name, names: READING_GRIDS.join(', ') })
    const placed = await positioned(song)
    return work(scores => scores.writeScore(placed, format, grid))
  },
}

const nextTask = () => new Promise<void>(resolve => setTimeout(resolve))
