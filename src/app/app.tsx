/** The mounted application: theme, kernel, translations, router and everything above the screens. */
import '@mantine/core/styles.css'
import './app.css'
import './forced-colors.css'
import { MantineProvider } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import { I18nextProvider } from 'react-i18next'
import { BrowserRouter } from 'react-router-dom'
import type { Kernel } from '../core/kernel/host/kernel.js'
import { useStore } from '../core/react/hooks/use-store.js'
import { useText } from '../core/react/hooks/use-text.js'
import { KernelProvider } from '../core/react/kernel-context.js'
import { ScreenBoundary } from '../core/react/plugin-screen.js'
import { layoutSettings } from '../core/settings/core-settings.js'
import { FileDropListener } from './files/file-drop-listener.js'
import { giveFocusBack } from './focus-after-waiting.js'
import { KeyListener } from './keys/key-listener.js'
import { NoticeListener } from './notices/notice-listener.js'
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
    <I18nextProvider i18n={kernel.translator.i18n}>
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
          <BrowserRouter>
            <ScreenBoundary renderError={error => <Failed error={error} retry={() => location.reload()} />}>
              <AppScreens />
            </ScreenBoundary>
          </BrowserRouter>
        </KernelProvider>
      </MantineProvider>
    </I18nextProvider>
  )
}

/** Sets the language of the document, for screen readers and hyphenation. */
function PageLanguage() {
  const { language } = useText()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return null
}
