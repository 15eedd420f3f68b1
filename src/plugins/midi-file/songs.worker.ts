// Worker for large MIDI files and JSON songs.
import { expose } from '../../core/platform/worker-call.js'
import * as work from './reading/read-song-file.js'

expose(work)
