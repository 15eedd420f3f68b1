/** What stands at an address that no route has: nothing, or not yet. */

import { useStore } from '../../core/react/hooks/use-store.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { ARRIVING } from '../arriving.js'
import { FRAMES } from './frames.js'
import { NotFound } from './not-found.js'

export function Unmatched() {
  const { commands } = useKernel()
  const arriving = useStore(commands.conditions, now => now[ARRIVING] === true)
  return arriving ? <FRAMES.Loading /> : <NotFound />
}
