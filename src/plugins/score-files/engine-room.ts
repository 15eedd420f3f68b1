export { drawScore } from './draw-score.js'
export { readChecked, readTune } from './reading/read-score.js'
export { writeScore } from './writing/write-score.js'
