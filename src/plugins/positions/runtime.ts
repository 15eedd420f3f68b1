/** The service of positions, with the weights that ship. */
import { defineRuntime, provideFactory } from '../../core/kernel/manifest/plugin.js'
import { beginLive, next } from './live.js'
import { readModel } from './model.js'
import { score } from './score.js'
import { solve } from './solve.js'
import { POSITIONS } from './tokens.js'
import weights from './weights/guitar.json' with { type: 'json' }

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
