import { expose } from '../../../core/platform/worker-call.js'
import { readOwn } from '../reading/read-song-file.js'

expose({ readOwn })
