import '@mantine/core/styles.css'
import './app.css'
import './forced-colors.css'
import './print.css'
import { MantineProvider, Overlay, Paper, Portal } from '@mantine/core'
import { type ComponentType, useEffect, useMemo, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import type { Kernel } from '../core/kernel/host/kernel.js'
import { useStore } from '../core/react/hooks/use-store.js'
import { useText } from '../core/react/hooks/use-text.js'
import { KernelProvider, useKernel } from '../core/react/kernel-context.js'
import { ScreenBoundary } from '../core/react/plugin-screen.js'
import { layoutSettings } from '../core/settings/core-settings.js'
import { type Hovering, takeFileDrops } from './files/file-drops.js'
import { giveFocusBack } from './focus-after-waiting.js'
import { KeyListener } from './keys/key-listener.js'
import { AppScreens } from './router.js'
import { Failed, FRAMES } from './screens/frames.js'
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
        {/* Not as a transition: React delays those while any screen keeps rendering. */}
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

const loadNotices = () => import('./notices/toasts.js')

function NoticeListener() {
  const { auth, log, notices } = useKernel()
  const [shown, setShown] = useState<{ readonly Toasts: ComponentType }>()
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')

  useEffect(() => {
    // Not `lazy`, which remembers failures: the next notice tries again.
    const bring = () =>
      loadNotices().then(
        module => setShown({ Toasts: module.default }),
        error => log.warn('Notices cannot be shown yet', error),
      )
    const waiting = notices.whenUnseen(() => void bring())
    return () => waiting.dispose()
  }, [notices, log])

  useEffect(() => {
    // A notice about the lost connection must not need it.
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
