/** The worker in which alphaTab and abcjs run, so that the page stays free and never loads them. */
import { expose } from '../../../core/platform/worker-call.js'
import { SCORE_WORK } from '../score-work.js'

expose(SCORE_WORK)
