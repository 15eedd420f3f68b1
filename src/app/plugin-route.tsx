/** One screen behind its route: the guard for screens that need a log-in, and activation of whoever waits for the route. */
import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { Owned } from '../core/kernel/extensions/contributions.js'
import { loginPath } from '../core/kernel/host/return-path.js'
import type { RouteContribution } from '../core/kernel/manifest/plugin.js'
import { useStore } from '../core/react/hooks/use-store.js'
import { useText } from '../core/react/hooks/use-text.js'
import { useKernel } from '../core/react/kernel-context.js'
import { PluginScreen } from '../core/react/plugin-screen.js'

export function PluginRoute({ route }: { route: Owned<RouteContribution> }) {
  const { auth, commands, host, tenant } = useKernel()
  const { tm } = useText()
  const location = useLocation()
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  const allowed = !route.auth || loggedIn
  // Who logs out while a screen is shown is led away by the layout, which knows why; the guard is for those who come.
  const [cameIn] = useState(allowed)
  const title = `${tm(route.plugin, route.title)} · ${tenant.current.name}`

  useEffect(() => {
    if (!allowed) return
    document.title = title
    commands.setContext('route', route.path)
    void host.trigger(`route:${route.path}`)
  }, [allowed, title, commands, host, route.path])

  if (!allowed && cameIn) return null
  if (!allowed) {
    return <Navigate to={loginPath(location.pathname + location.search + location.hash)} replace />
  }
  return <PluginScreen plugin={route.plugin} screen={route.screen} />
}
