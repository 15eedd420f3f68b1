// Entry point of the worker that reads large MIDI files and songs in JSON.
import { expose } from '../../core/platform/worker-call.js'
import { readOwn } from './reading/read-song-file.js'

const work = { readOwn }

export type SongWork = typeof work

expose(work)
