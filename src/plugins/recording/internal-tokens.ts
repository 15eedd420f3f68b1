import { createToken } from '../../core/platform/token.js'
import type { Recorder } from './recorder.js'

export const RECORDER = createToken<Recorder>('recording.recorder')
