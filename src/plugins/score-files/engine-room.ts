// Entry point of the alphaTab chunk, which is loaded on demand.
export { drawScore } from './drawing/draw-score.js'
export { readChecked, readTune } from './reading/read-score.js'
export { writeScore } from './writing/write-score.js'
