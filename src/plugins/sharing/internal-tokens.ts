import { createToken } from '../../core/platform/token.js'
import type { SharedThings } from '../social/sharing/shared-things.js'

export const SHARED_THINGS = createToken<SharedThings>('sharing.things')
