import '@mantine/core/styles.css'
import './app.css'
import './forced-colors.css'
import './print.css'
import { MantineProvider, Overlay, Paper, Portal } from '@mantine/core'
import { type ComponentType, useEffect, useMemo, useState } from 'react'
import {
  BrowserRouter,
  matchRoutes,
  Navigate,
  type RouteObject,
  useLocation,
  useRoutes,
} from 'react-router-dom'
import { type Owned, routesOf } from '../core/kernel/contributions.js'
import type { PluginManifest, RouteContribution } from '../core/kernel/plugin.js'
import { ARRIVING } from '../core/kernel/plugin-state.js'
import type { Kernel } from '../core/kernel/tokens.js'
import { type Disposable, disposable } from '../core/platform/store.js'
import { KernelProvider, useKernel, useStore, useText } from '../core/react/kernel-context.js'
import { PluginScreen, ScreenBoundary } from '../core/react/plugin-screen.js'
import { loginPath } from '../core/react/return-path.js'
import { layoutSettings } from '../core/settings/core-settings.js'
import { type Hovering, takeFileDrops } from './file-drops.js'
import { Failed, FRAMES } from './frames.js'
import { KeyListener } from './key-listener.js'
import { AppLayout } from './layout/app-layout.js'
import { NotFound } from './not-found.js'
import { accentVariables, schemeOf, themeFor } from './theme.js'

export function App({ kernel }: { kernel: Kernel }) {
  const accent = useStore(kernel.tenant.store, card => card.accent)
  const layout = useStore(kernel.settings.store(layoutSettings))
  const theme = useMemo(() => themeFor(accent), [accent])
  const variables = useMemo(() => accentVariables(accent), [accent])

  useEffect(() => {
    const focus = giveFocusBack(document)
    return () => focus.dispose()
  }, [])

  useEffect(() => {
    void kernel.start()
    void kernel.auth.start()
  }, [kernel])

  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      forceColorScheme={schemeOf(layout)}
    >
      <KernelProvider kernel={kernel} frames={FRAMES}>
        <PageLanguage />
        <KeyListener />
        <NoticeListener />
        <FileDropListener />
        {/* No React transition: it would wait until all screens have rendered. */}
        <BrowserRouter useTransitions={false}>
          <ScreenBoundary renderError={error => <Failed error={error} retry={() => location.reload()} />}>
            <AppScreens />
          </ScreenBoundary>
        </BrowserRouter>
      </KernelProvider>
    </MantineProvider>
  )
}

function PageLanguage() {
  const { language } = useText()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return null
}

const loadNotices = () => import('./toasts.js')

function NoticeListener() {
  const { auth, log, notices } = useKernel()
  const [shown, setShown] = useState<{ readonly Toasts: ComponentType }>()
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')

  useEffect(() => {
    const bring = () =>
      loadNotices().then(
        module => setShown({ Toasts: module.default }),
        error => log.warn('Notices cannot be shown yet', error),
      )
    const waiting = notices.whenUnseen(() => void bring())
    return () => waiting.dispose()
  }, [notices, log])

  useEffect(() => {
    // A notice about a lost connection must work offline.
    if (loggedIn) loadNotices().catch(error => log.warn('Notices cannot be shown yet', error))
  }, [loggedIn, log])

  if (!shown) return null
  return (
    <ScreenBoundary renderError={() => null}>
      <shown.Toasts />
    </ScreenBoundary>
  )
}

function FileDropListener() {
  const kernel = useKernel()
  const [hovering, setHovering] = useState<Hovering>()

  useEffect(() => {
    const drops = takeFileDrops(kernel)
    const stop = drops.hovering.subscribe(setHovering)
    return () => {
      stop()
      drops.dispose()
    }
  }, [kernel])

  return hovering === undefined ? null : <DropOverlay hovering={hovering} />
}

function DropOverlay({ hovering }: { readonly hovering: Hovering }) {
  const { t } = useText()
  return (
    <Portal>
      <Overlay fixed center zIndex={500} backgroundOpacity={0.6} p={24} style={{ pointerEvents: 'none' }}>
        <Paper
          role="status"
          px={48}
          py={40}
          radius={14}
          fz={20}
          fw={600}
          ta="center"
          style={{ border: '2px dashed var(--fw-accent)', background: 'var(--fw-panel)' }}
        >
          {hovering === 'opens'
            ? t('Drop song files to open them')
            : t('Log in first, then drop the file again.')}
        </Paper>
      </Overlay>
    </Portal>
  )
}

/** Number of recently focused elements. The last may be in a closed dialog whose button still exists. */
const REMEMBERED_ELEMENTS = 4

/** Restores focus to a button that was disabled while waiting. Browsers blur disabled buttons. */
export function giveFocusBack(page: Document): Disposable {
  let recent: Element[] = []
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element)
      recent = [...recent.filter(each => each !== target), target].slice(-REMEMBERED_ELEMENTS)
  }
  const observer = new MutationObserver(changes => {
    if (page.activeElement !== page.body) return
    const last = recent.findLast(({ isConnected }) => isConnected)
    const waited = changes.some(({ target }) => target === last)
    if (waited && last instanceof HTMLElement && !last.hasAttribute('disabled')) last.focus()
  })
  page.addEventListener('focusin', onFocus)
  observer.observe(page.body, { subtree: true, attributeFilter: ['disabled'] })
  return disposable(() => {
    page.removeEventListener('focusin', onFocus)
    observer.disconnect()
  })
}

/** Not a data router, which would add 16 kB to the login page and cannot remove routes. */
function AppScreens() {
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
    { path: '/cms/*', element: <Reload /> },
    { path: '*', element: <Unmatched /> },
  ]
}

function Reload() {
  useEffect(() => location.reload(), [])
  return null
}

function PluginRoute({ route }: { route: Owned<RouteContribution> }) {
  const { auth, commands, guest, host, tenant } = useKernel()
  const { tm } = useText()
  const location = useLocation()
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  const isForGuest = route.standsFor !== undefined && !loggedIn
  const allowed = (!route.auth || loggedIn) && isForGuest === guest
  // After a logout, the layout redirects with the reason. This guard is only for users who arrive logged out.
  const [cameIn] = useState(allowed)
  const title = `${tm(route.plugin, route.title)} · ${tenant.current.name}`

  useEffect(() => {
    if (!allowed) return
    document.title = title
    commands.setContext('route', route.standsFor ?? route.path)
    void (async () => {
      await host.trigger(`route:${route.path}`)
      if (route.standsFor) await host.trigger(`route:${route.standsFor}`)
    })()
  }, [allowed, title, commands, host, route])

  // Guests and accounts have separate storage, chosen at startup.
  if (isForGuest !== guest) return <Reload />
  if (!allowed && cameIn) return null
  if (!allowed)
    return <Navigate to={loginPath(location.pathname + location.search + location.hash)} replace />
  return <PluginScreen plugin={route.plugin} screen={route.screen} />
}

function Unmatched() {
  const { commands, guest } = useKernel()
  const arriving = useStore(commands.conditions, now => now[ARRIVING] === true)
  // The page may belong to a plugin that is not loaded for guests.
  if (guest) return <Reload />
  return arriving ? <FRAMES.Loading /> : <NotFound />
}
