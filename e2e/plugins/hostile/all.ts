import type { HostilePlugin } from './hostile-plugin.js'
import { LOOPS } from './loops.js'
import { NETWORK } from './network.js'
import { POSING } from './posing.js'
import { SECRETS } from './secrets.js'

export const hostilePlugins: readonly HostilePlugin[] = [...SECRETS, ...NETWORK, ...LOOPS, ...POSING]
