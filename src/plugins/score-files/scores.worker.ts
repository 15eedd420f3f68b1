// Entry point of the worker that runs alphaTab.
import { expose } from '../../core/platform/worker-call.js'
import { SCORE_WORK } from './score-work.js'

expose(SCORE_WORK)
