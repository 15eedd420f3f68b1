import { createToken } from '../../core/platform/token.js'
import type { ReplayBridge } from './bridge.js'

export const REPLAY_BRIDGE = createToken<ReplayBridge>('replay.bridge')
