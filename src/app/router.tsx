/**
 * What each address leads to, from what all manifests contribute now. A router made of components: the one with
 * loaders and actions weighs sixteen kilobytes more on the log-in page, and takes no route back.
 */
import { useEffect, useMemo } from 'react'
import { matchRoutes, type RouteObject, useLocation, useRoutes } from 'react-router-dom'
import { type Owned, routesOf } from '../core/kernel/extensions/contributions.js'
import type { PluginManifest, RouteContribution } from '../core/kernel/manifest/plugin.js'
import { useStore } from '../core/react/hooks/use-store.js'
import { useKernel } from '../core/react/kernel-context.js'
import { AppLayout } from './layout/app-layout.js'
import { PluginRoute } from './plugin-route.js'
import { Unmatched } from './screens/unmatched.js'

/** The layout with the screen of the present address; one whose plugin is off shows "not found". */
export function AppScreens() {
  const { host } = useKernel()
  const manifests = useStore(host.catalogue)
  const table = useMemo(() => tableOf(manifests), [manifests])
  const screen = useRoutes(table)
  const here = matchRoutes(table, useLocation())?.at(-1)?.route
  return <AppLayout route={here?.handle as Owned<RouteContribution> | undefined}>{screen}</AppLayout>
}

/** Where two claim a path, the first has it. */
function tableOf(manifests: readonly PluginManifest[]): RouteObject[] {
  return [
    ...routesOf(manifests).map(route => ({
      path: route.path,
      handle: route,
      element: <PluginRoute key={`${route.plugin} ${route.path}`} route={route} />,
    })),
    { path: '/cms/*', element: <ContentPage /> },
    { path: '*', element: <Unmatched /> },
  ]
}

/** The content page is not ours to show: the browser loads it from the server. */
function ContentPage() {
  useEffect(() => location.reload(), [])
  return null
}
