export { drawScore } from './draw-score.js'
export { readChecked } from './reading/read-score.js'
export { writeScore } from './writing/write-score.js'
