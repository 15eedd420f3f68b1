import { createRoot } from 'react-dom/client'
import { tenantJson } from '../core/contract/tenant.js'
import { followLanguage } from '../core/i18n/translator.js'
import { createKernel } from '../core/kernel/kernel.js'
import type { PluginManifest } from '../core/kernel/plugin.js'
import { ARRIVING, type ManifestCheck } from '../core/kernel/plugin-state.js'
import type { Kernel } from '../core/kernel/tokens.js'
import { memoryCookies, memoryStorage } from '../core/platform/memory-platform.js'
import type { Platform } from '../core/platform/ports.js'
import { storedData } from '../core/platform/stored-data.js'
import { layoutSettings } from '../core/settings/core-settings.js'
import auth from '../plugins/auth/index.js'
import { App } from './app.js'
import { boot, showBrokenPage } from './boot.js'
import { hostCommands } from './host-commands.js'
import { followWorker } from './offline/follow-worker.js'
import { browserPlatform } from './platform/browser-platform.js'
import { earlyAnswers } from './platform/early-answers.js'
import { forGuests, hasSession, isForGuests, needsAllPlugins } from './plugins-wanted.js'

/** Platform without storage or a session, so that guests don't share settings with accounts. */
const guestPlatform = (platform: Platform): Platform => ({
  ...platform,
  storage: memoryStorage(),
  data: storedData(memoryStorage()),
  cookies: memoryCookies(),
})

const APP_LOCALES = { de: () => import('./locales/de.json', { with: { type: 'json' } }) }

/** Idle time before files for offline use are downloaded, ms. */
const QUIET_MS = 2000

async function start(): Promise<void> {
  const platform = browserPlatform()
  let kernel: Kernel | undefined
  let make: (guest: boolean) => Kernel

  const outcome = await boot(
    [
      {
        name: 'framework',
        run: async () => {
          if (needsAllPlugins(location, document.cookie)) await loadPlugins()
          const check = await checkOfDevelopment()
          make = guest => {
            const made = createKernel({
              ...{
                plugins: guest ? forGuests(known) : known,
                check,
                guest,
                ...(earlyAnswers && { transport: earlyAnswers }),
              },
              platform: guest ? guestPlatform(platform) : platform,
            })
            if (guest) made.settings.store(layoutSettings).change({ rightDrawerOpen: false })
            return made
          }
          kernel = make(isForGuests(known, location.pathname) && !hasSession(document.cookie))
          const { api, tenant } = kernel
          await tenant.learn(() => api.call(tenantJson))
        },
      },
      {
        name: 'auth',
        run: async () => {
          if (!kernel) return
          kernel.auth.init()
          const { auth, guest, tenant } = kernel
          // Continue as a guest only if the session has ended or belongs to another tenant.
          if (guest || auth.state.getState().status === 'loggedIn') return
          if (!isForGuests(known, location.pathname)) return
          kernel.dispose()
          kernel = make(true)
          await kernel.tenant.learn(async () => tenant.current)
          kernel.auth.init()
        },
      },
      {
        name: 'theme',
        run: async () => {
          kernel?.translator.addLocales('app', APP_LOCALES)
          if (kernel) await followLanguage(kernel)
        },
      },
    ],
    (message, error) => console.error(message, error),
  )

  if (outcome.kind === 'redirect') return location.replace(outcome.url)
  if (outcome.kind === 'broken' || !kernel) return showBrokenPage(rootElement(), outcome)
  hostCommands(kernel)
  loadAfterLogIn(kernel)
  keepPluginsHot(kernel)
  createRoot(rootElement()).render(<App kernel={kernel} />)
}

let known: readonly PluginManifest[] = [auth]

async function loadPlugins(): Promise<readonly PluginManifest[]> {
  const { PLUGINS } = await import('../plugins/plugin-list.js')
  known = PLUGINS
  return PLUGINS
}

async function checkOfDevelopment(): Promise<ManifestCheck | undefined> {
  if (import.meta.env.PROD) return undefined
  return (await import('../core/kernel/manifest-check.js')).checkManifests
}

const rootElement = () => document.getElementById('root') ?? document.body

function loadAfterLogIn(kernel: Kernel): void {
  const look = () => {
    if (kernel.auth.state.getState().status !== 'loggedIn') return
    stop()
    void loadOtherPlugins(kernel)
    if (import.meta.env.PROD && 'serviceWorker' in navigator) whenQuiet(() => void startWorker(kernel))
  }
  const stop = kernel.auth.state.subscribe(look)
  look()
}

async function loadOtherPlugins(kernel: Kernel): Promise<void> {
  const { commands, host, log } = kernel
  // The page after login has no route yet.
  commands.setContext(ARRIVING, true)
  try {
    const others = (await loadPlugins()).filter(({ id }) => host.state(id) === undefined)
    if (others.length > 0) {
      host.addAll(others)
      void kernel.start()
    }
  } catch (error) {
    return showBrokenPage(rootElement(), error)
  }
  try {
    const { followExternalPlugins } = await import('./external-plugins.js')
    followExternalPlugins(kernel, location.origin)
  } catch (error) {
    commands.setContext(ARRIVING, undefined)
    log.warn('External plugins cannot be loaded', error)
  }
}

async function startWorker(kernel: Kernel): Promise<void> {
  const { serviceWorker: container } = navigator
  await followWorker(kernel, { container, reload: () => location.reload() })
}

function whenQuiet(run: () => void): void {
  const idle = () => ('requestIdleCallback' in window ? requestIdleCallback(run) : run())
  const end = () => {
    fetches.disconnect()
    idle()
  }
  let timer = setTimeout(end, QUIET_MS)
  const fetches = new PerformanceObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(end, QUIET_MS)
  })
  fetches.observe({ type: 'resource' })
}

function keepPluginsHot(kernel: Kernel): void {
  if (import.meta.hot) {
    import.meta.hot.accept('../plugins/plugin-list.js', async next => {
      if (!next) return
      const { replaceChanged } = await import('./hot-plugins.js')
      const before = known
      known = next.PLUGINS
      await replaceChanged(kernel, before, known)
    })
  }
}

// Errors after the boot steps must not leave an empty page.
start().catch((error: unknown) => showBrokenPage(rootElement(), error))
