/** A router with loaders and actions weighs 16 kB more on the login page, and takes no route back. */
import { useEffect, useMemo, useState } from 'react'
import { matchRoutes, Navigate, type RouteObject, useLocation, useRoutes } from 'react-router-dom'
import { type Owned, routesOf } from '../core/kernel/extensions/contributions.js'
import type { PluginManifest, RouteContribution } from '../core/kernel/manifest/plugin.js'
import { useStore } from '../core/react/hooks/use-store.js'
import { useText } from '../core/react/hooks/use-text.js'
import { useKernel } from '../core/react/kernel-context.js'
import { PluginScreen } from '../core/react/plugin-screen.js'
import { loginPath } from '../core/react/return-path.js'
import { AppLayout } from './layout/app-layout.js'
import { ARRIVING } from './plugins-wanted.js'
import { FRAMES } from './screens/frames.js'
import { NotFound } from './screens/not-found.js'

export function AppScreens() {
  const { host } = useKernel()
  const manifests = useStore(host.states, () => host.manifests)
  const table = useMemo(() => tableOf(manifests), [manifests])
  const screen = useRoutes(table)
  const here = matchRoutes(table, useLocation())?.at(-1)?.route
  return <AppLayout route={here?.handle as Owned<RouteContribution> | undefined}>{screen}</AppLayout>
}

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

function ContentPage() {
  useEffect(() => location.reload(), [])
  return null
}

function PluginRoute({ route }: { route: Owned<RouteContribution> }) {
  const { auth, commands, host, tenant } = useKernel()
  const { tm } = useText()
  const location = useLocation()
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  const allowed = !route.auth || loggedIn
  // After a logout the layout leads away, and knows why; the guard is for those who come.
  const [cameIn] = useState(allowed)
  const title = `${tm(route.plugin, route.title)} · ${tenant.current.name}`

  useEffect(() => {
    if (!allowed) return
    document.title = title
    commands.setContext('route', route.path)
    void host.trigger(`route:${route.path}`)
  }, [allowed, title, commands, host, route.path])

  if (!allowed && cameIn) return null
  if (!allowed)
    return <Navigate to={loginPath(location.pathname + location.search + location.hash)} replace />
  return <PluginScreen plugin={route.plugin} screen={route.screen} />
}

function Unmatched() {
  const { commands } = useKernel()
  const arriving = useStore(commands.conditions, now => now[ARRIVING] === true)
  return arriving ? <FRAMES.Loading /> : <NotFound />
}
