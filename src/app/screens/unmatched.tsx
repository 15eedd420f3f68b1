/** What stands at an address that no route has: nothing, or not yet. */
import { useLocation } from 'react-router-dom'
import { routesOf } from '../../core/kernel/contributions.js'
import { matchesRoute } from '../../core/kernel/return-path.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { useStore } from '../../core/react/use-store.js'
import { ARRIVING } from '../arriving.js'
import { FRAMES } from './frames.js'
import { NotFound } from './not-found.js'

export function Unmatched() {
  const { commands, host } = useKernel()
  const { pathname } = useLocation()
  const arriving = useStore(commands.conditions, now => now[ARRIVING] === true)
  // Its plugin has come, and the router is about to show it.
  const arrived = routesOf(useStore(host.catalogue)).some(({ path }) => matchesRoute(path, pathname))
  return arriving || arrived ? <FRAMES.Loading /> : <NotFound />
}
