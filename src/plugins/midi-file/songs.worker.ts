// Entry point of the worker for large MIDI files and songs in JSON.
import { expose } from '../../core/platform/worker-call.js'
import * as work from './reading/read-song-file.js'

expose(work)
