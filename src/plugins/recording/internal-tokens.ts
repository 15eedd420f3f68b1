import { createToken } from '../../core/platform/services/token.js'
import type { Recorder } from './recorder.js'

export const RECORDER = createToken<Recorder>('recording.recorder')
