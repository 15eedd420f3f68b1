import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
export const collect: () => void = runInNewContext('gc')

/** Returns the used heap size, MB. */
export function heap(): number {
  collect()
  return process.memoryUsage().heapUsed / 1024 / 1024
}
