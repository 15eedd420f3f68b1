// Worker that runs alphaTab.
import { expose } from '../../core/platform/worker-call.js'
import * as work from './engine-room.js'

expose(work)
