import { defineRuntime, provideFactory } from '../../core/kernel/plugin.js'
import { beginLive, next } from './search/live.js'
import { score } from './search/score.js'
import { solve } from './search/solve.js'
import { POSITIONS } from './tokens.js'
import weights from './weights/guitar.json' with { type: 'json' }
import { readModel } from './weights/model.js'

export default defineRuntime({
  providers: [
    provideFactory(POSITIONS, () => {
      const model = readModel(weights)
      return {
        solve: (notes, options) => solve(notes, options, model),
        begin: neck => beginLive(neck, model),
        next,
        score: (pieces, now) => score(pieces, model, now),
      }
    }),
  ],
})
