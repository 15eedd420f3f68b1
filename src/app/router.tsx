/** The router's table, made from all manifests: routes of plugins that are off show "not found". */
import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { type Owned, routesOf } from '../core/kernel/contributions.js'
import type { Kernel } from '../core/kernel/kernel.js'
import type { RouteContribution } from '../core/kernel/plugin.js'
import { matchesRoute } from '../core/kernel/return-path.js'
import { AppLayout } from './layout/app-layout.js'
import { PluginRoute } from './plugin-route.js'
import { ScreenError } from './screens/frames.js'
import { Unmatched } from './screens/unmatched.js'

const ROOT = 'root'

export function appRouter({ host }: Kernel) {
  /** What each path leads to. The router takes nothing back, so a route that changes is changed where it stands. */
  const table = new Map<string, Owned<RouteContribution>>()
  /** Takes what manifests contribute now. @returns what the router does not know yet */
  const additions = (): RouteObject[] =>
    routesOf(host.manifests).flatMap(route => {
      const known = table.get(route.path)
      if (known) {
        // Where two claim a path, the first has it for as long as it is here.
        const here = host.manifests.some(({ id }) => id === known.plugin)
        if (!here || known.plugin === route.plugin) Object.assign(known, route)
        return []
      }
      const entry = { ...route }
      table.set(route.path, entry)
      return {
        path: route.path,
        id: route.path,
        handle: entry,
        element: <PluginRoute key={route.path} route={entry} />,
      }
    })

  const router = createBrowserRouter([
    {
      id: ROOT,
      element: <AppLayout />,
      errorElement: <ScreenError />,
      children: [
        ...additions(),
        { path: '/cms/*', element: null, loader: leaveForContentPage },
        { path: '*', element: <Unmatched /> },
      ],
    },
  ])
  host.catalogue.subscribe(() => {
    const routes = additions()
    if (routes.length === 0) return
    router.patchRoutes(ROOT, routes)
    // Who stands at such an address already was told that there is nothing.
    const { pathname } = router.state.location
    if (routes.some(({ path = '' }) => matchesRoute(path, pathname))) void router.revalidate()
  })
  return router
}

/** The content page is not ours to show: the browser loads it from the server. */
function leaveForContentPage({ request }: { request: Request }): Promise<null> {
  location.replace(request.url)
  // Never settles: the page is going away.
  return new Promise(() => undefined)
}
