// Everything that uses alphaTab. Loaded on demand, in a worker if the host has them.
export { drawScore } from './drawing/draw-score.js'
export { readChecked, readTune } from './reading/read-score.js'
export { writeScore } from './writing/write-score.js'

export const earlierTune = async (bytes: Uint8Array) =>
  (await import('./reading/earlier-tune.js')).earlierTune(bytes)
