/** All that needs alphaTab, as one part that is loaded when it is needed. */
export { drawScore } from './draw-score.js'
export { readChecked } from './reading/read-score.js'
export { writeScore } from './writing/write-score.js'
