/** Loaded on demand: the weights take 100 kB. */
import type { FingeringSolver } from './fingering.js'
import weights from './guitar.json' with { type: 'json' }
import { beginLive, next } from './live.js'
import { readModel } from './model.js'
import { score } from './score.js'
import { solve } from './solve.js'

const model = readModel(weights)

export const solver: FingeringSolver = {
  solve: (notes, options) => solve(notes, options, model),
  begin: neck => beginLive(neck, model),
  next,
  score: (pieces, now) => score(pieces, model, now),
}
