/** Reading and writing scores where the page stays free: in a worker where there is one, else right here. */
import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import type { Song } from '../../core/music/song/song.js'
import { POSITIONS } from '../positions/tokens.js'
import { NotationError } from './notation-error.js'
import { READING_GRIDS, type Scores } from './tokens.js'
import { withPositions } from './writing/with-positions.js'

export function createScores(context: Pick<PluginContext, 'load'>): Scores {
  const positioned = async (song: Song) => {
    if (song.score) return song
    const { solve } = await context.load(POSITIONS)
    return withPositions(song, solve, nextTask)
  }
  return {
    positioned,
    async read(bytes) {
      if (hasWorkers()) {
        const { inWorker } = await import('./ui/scores-in-worker.js')
        return inWorker('read', { bytes })
      }
      const { readChecked } = await import('./engine-room.js')
      return readChecked(bytes)
    },
    async write(song, format, name = 'auto') {
      const grid = READING_GRIDS.find(each => each === name)
      if (!grid) throw new NotationError('score_no_grid', { name, names: READING_GRIDS.join(', ') })
      const placed = await positioned(song)
      if (hasWorkers()) {
        const { inWorker } = await import('./ui/scores-in-worker.js')
        return inWorker('write', { song: placed, format, grid })
      }
      const { writeScore } = await import('./engine-room.js')
      return writeScore(placed, format, grid)
    },
  }
}

function hasWorkers(): boolean {
  return 'document' in globalThis && 'Worker' in globalThis
}

const nextTask = () => new Promise<void>(resolve => setTimeout(resolve))
