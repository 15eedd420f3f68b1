/** All that needs alphaTab, as one part that is loaded when it is needed. */
export { drawScore } from './drawing/draw-score.js'
export { readChecked } from './reading/read-checked.js'
export { writeScore } from './writing/write-score.js'
