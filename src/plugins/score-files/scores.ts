import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import type { Song } from '../../core/music/song/song.js'
import { hasWorkers } from '../../core/platform/ports.js'
import { POSITIONS } from '../positions/tokens.js'
import { ScoreError } from './score-error.js'
import { SCORE_WORK, type ScoreWork } from './score-work.js'
import { READING_GRIDS, type Scores } from './tokens.js'
import { withPositions } from './writing/with-positions.js'

export async function work<Result>(
  call: (work: ScoreWork) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  if (!hasWorkers()) return call(SCORE_WORK)
  const { inWorker } = await import('./ui/scores-in-worker.js')
  return inWorker(call, signal)
}

export function createScores(context: Pick<PluginContext, 'load'>): Scores {
  const positioned = async (song: Song) => {
    if (song.score) return song
    const { solve } = await context.load(POSITIONS)
    return withPositions(song, solve, nextTask)
  }
  return {
    positioned,
    read: bytes => work(scores => scores.read(bytes)),
    draw: (song, options, signal) => work(scores => scores.draw(song, options), signal),
    async write(song, format, name = 'auto') {
      const grid = READING_GRIDS.find(each => each === name)
      if (!grid) throw new ScoreError('score_no_grid', { name, names: READING_GRIDS.join(', ') })
      const placed = await positioned(song)
      return work(scores => scores.write(placed, format, grid))
    },
  }
}

const nextTask = () => new Promise<void>(resolve => setTimeout(resolve))
