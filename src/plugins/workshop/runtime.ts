/** The inspector’s service, its commands and indicator, and the screens. */
import { GO_TO } from '../../core/events/app-events.js'
import { defineRuntime, type PluginContext, provideFactory } from '../../core/kernel/manifest/plugin.js'
import { permissionsAsked } from '../../core/kernel/permissions/permissions.js'
import { CLOCK, COMMANDS, EVENTS, PLUGINS, TRANSLATOR } from '../../core/kernel/services/tokens.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { phrases } from '../../core/platform/phrases.js'
import { createInspection } from './inspection.js'
import { INSPECTION } from './internal-tokens.js'

const SENTENCES = phrases({
  label: 'Inspector running',
  show: 'Inspector',
  stop: 'Stop',
})

export default defineRuntime({
  providers: [
    provideFactory(INSPECTION, ({ get }) =>
      createInspection({
        clock: get(CLOCK),
        watch: async onEntry => {
          const { startInspector } = await import('./inspector/inspector.js')
          const parts = {
            events: get(EVENTS),
            commands: get(COMMANDS),
            host: get(PLUGINS),
            clock: get(CLOCK),
          }
          return startInspector(parts, entry => {
            // Its own calls are not recorded.
            if (!entry.name.startsWith(`${INSPECTION.id}.`)) onEntry(entry)
          })
        },
      }),
    ),
  ],
  commands: {
    'workshop.plugin-permissions': async ({ get }, { plugin }: { plugin: string }) => {
      if (!get(PLUGINS).state(plugin)) {
        throw new FretworkError('plugin_unknown', `There is no plugin "${plugin}".`)
      }
      const { permissionsPath } = await import('../../core/kernel/permissions/asking-notice.js')
      get(EVENTS).emit(GO_TO, { path: permissionsPath(plugin) })
    },
    'workshop.start-inspector': ({ get }) => get(INSPECTION).start(),
    'workshop.stop-inspector': ({ get }) => get(INSPECTION).stop(),
  },
  choices: {
    'workshop.plugin-permissions': {
      plugin: ({ get }) =>
        get(PLUGINS)
          .manifests.filter(manifest => permissionsAsked(manifest).length > 0)
          .map(({ id, title }) => ({ value: id, label: get(TRANSLATOR).t(id, title) })),
    },
  },
  screens: {
    PluginsPage: () => import('./ui/plugins-page.js'),
    InspectorPage: () => import('./ui/inspector/inspector-page.js'),
  },
  activate: context => {
    const { get, scope } = context
    const inspection = get(INSPECTION)
    const commands = get(COMMANDS)
    const indicator = indicatorOf(context)
    const follow = (running: boolean) => {
      commands.setContext('workshop.inspecting', running)
      if (running) indicator.show()
      else indicator.hide()
    }
    scope.onDispose(
      inspection.view.subscribe((now, before) => {
        if (now.running !== before.running) follow(now.running)
      }),
    )
    scope.onDispose(() => follow(false))
  },
})

/** The inspector slows everything down, so an indicator is shown on every page while it runs. */
function indicatorOf({ get, log }: PluginContext) {
  let shown: { readonly remove: () => void } | undefined
  let wanted = false
  const translator = get(TRANSLATOR)
  const words = (sentence: string) => translator.t('workshop', sentence)
  return {
    show() {
      wanted = true
      import('./ui/inspector/inspector-indicator.js').then(
        ({ showIndicator }) => {
          if (!wanted || shown) return
          shown = showIndicator({
            label: words(SENTENCES.label),
            show: words(SENTENCES.show),
            stop: words(SENTENCES.stop),
            onShow: () => void get(COMMANDS).execute('app.go-to-plugins-inspector'),
            onStop: () => get(INSPECTION).stop(),
          })
        },
        error => log.warn('The inspector’s indicator could not be shown', error),
      )
    },
    hide() {
      wanted = false
      shown?.remove()
      shown = undefined
    },
  }
}
