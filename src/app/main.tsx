/** The entry point of the browser: three start-up steps, the application, and what is loaded after the login. */
import { createRoot } from 'react-dom/client'
import { tenantJson } from '../core/api/tenant.js'
import { followLanguage } from '../core/i18n/translator.js'
import { createKernel, type Kernel } from '../core/kernel/host/kernel.js'
import { PLUGINS } from '../plugins/plugin-list.js'
import { boot, showBrokenPage } from './boot.js'
import { ARRIVING } from './external/arriving.js'
import { hostCommands } from './host-commands.js'
import { browserPlatform } from './platform/browser-platform.js'

const APP_LOCALES = { de: () => import('./locales/de.json', { with: { type: 'json' } }) }

/** How long the first screen has the network for itself, in milliseconds. */
const WORKER_AFTER_MS = 2000

async function start(): Promise<void> {
  const platform = browserPlatform()
  let kernel: Kernel | undefined

  const outcome = await boot(
    [
      {
        name: 'framework',
        run: async () => {
          kernel = createKernel({ platform, plugins: PLUGINS })
          const { api, tenant } = kernel
          await tenant.learn(() => api.call(tenantJson))
        },
      },
      { name: 'auth', run: () => kernel?.auth.init() },
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
  const root = document.getElementById('root')
  if (outcome.kind === 'broken' || !kernel || !root) return showBrokenPage(root ?? document.body, outcome)
  hostCommands(kernel)
  loadAfterLogIn(kernel)
  keepPluginsHot(kernel)
  const { App } = await import('./app.js')
  createRoot(root).render(<App kernel={kernel} />)
}

/** Not before the first login, so that its page stays light: external plugins, the service worker. */
function loadAfterLogIn(kernel: Kernel): void {
  const { auth } = kernel
  const look = () => {
    if (auth.state.getState().status !== 'loggedIn') return
    stop()
    void loadExternalPlugins(kernel)
    if (import.meta.env.PROD && 'serviceWorker' in navigator) whenIdle(() => void loadWorker(kernel))
  }
  const stop = auth.state.subscribe(look)
  look()
}

async function loadExternalPlugins(kernel: Kernel): Promise<void> {
  const { commands, log } = kernel
  commands.setContext(ARRIVING, true)
  try {
    const { followExternalPlugins } = await import('./external/external-plugins.js')
    followExternalPlugins(kernel, location.origin)
  } catch (error) {
    commands.setContext(ARRIVING, undefined)
    // The next page load tries again.
    log.warn('External plugins cannot be loaded', error)
  }
}

async function loadWorker(kernel: Kernel): Promise<void> {
  try {
    const { followWorker } = await import('./offline/follow-worker.js')
    const { serviceWorker: container } = navigator
    await followWorker(kernel, { container, reload: () => location.reload() })
  } catch (error) {
    kernel.log.warn('Fretwork will not open without a connection', error)
  }
}

/** Safari has no idle callbacks. */
function whenIdle(run: () => void): void {
  const idle = () => ('requestIdleCallback' in window ? requestIdleCallback(run) : run())
  const wait = () => setTimeout(idle, WORKER_AFTER_MS)
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}

/** Development only: in a build there is no `hot`, and nothing of this. */
function keepPluginsHot(kernel: Kernel): void {
  if (import.meta.hot) {
    let plugins = PLUGINS
    import.meta.hot.accept('../plugins/plugin-list.js', async next => {
      if (!next) return
      const { replaceChanged } = await import('./external/hot-plugins.js')
      const before = plugins
      plugins = next.PLUGINS
      await replaceChanged(kernel, before, plugins)
    })
  }
}

// What fails after the steps (code that cannot be loaded) must not leave an empty page.
start().catch((error: unknown) => showBrokenPage(document.getElementById('root') ?? document.body, error))
