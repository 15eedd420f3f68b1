/** The entry point of the browser: three start-up steps, then the application. */
import { createRoot } from 'react-dom/client'
import { tenantJson } from '../core/api/tenant.js'
import { followLanguage } from '../core/i18n/translator.js'
import { createKernel, type Kernel } from '../core/kernel/host/kernel.js'
import { PLUGINS } from '../plugins/plugin-list.js'
import { loadAfterLogIn } from './after-log-in.js'
import { boot, showBrokenPage } from './boot.js'
import { hostCommands } from './host-commands.js'
import { browserPlatform } from './platform/browser-platform.js'

const APP_LOCALES = { de: () => import('./locales/de.json', { with: { type: 'json' } }) }

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
