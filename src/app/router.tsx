/** The router's table, made from all manifests: routes of plugins that are off show "not found". */
import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { routesOf } from '../core/kernel/contributions.js'
import type { Kernel } from '../core/kernel/kernel.js'
import { AppLayout } from './layout/app-layout.js'
import { PluginRoute } from './plugin-route.js'
import { ScreenError } from './screens/frames.js'
import { NotFound } from './screens/not-found.js'

export function appRouter(kernel: Kernel) {
  const screens: RouteObject[] = routesOf(kernel.host.manifests).map(route => ({
    path: route.path,
    id: `${route.plugin} ${route.path}`,
    handle: route,
    element: <PluginRoute key={route.path} route={route} />,
  }))
  return createBrowserRouter([
    {
      id: 'root',
      element: <AppLayout />,
      errorElement: <ScreenError />,
      children: [
        ...screens,
        { path: '/cms/*', element: null, loader: leaveForContentPage },
        { path: '*', element: <NotFound /> },
      ],
    },
  ])
}

/** The content page is not ours to show: the browser loads it from the server. */
function leaveForContentPage({ request }: { request: Request }): Promise<null> {
  location.replace(request.url)
  // Never settles: the page is going away.
  return new Promise(() => undefined)
}
