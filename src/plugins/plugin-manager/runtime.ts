import { GO_TO } from '../../core/events/app-events.js'
import { defineRuntime } from '../../core/kernel/plugin.js'
import { EVENTS, PLUGINS, TRANSLATOR } from '../../core/kernel/tokens.js'
import { permissionsAsked, permissionsPath } from '../../core/permissions/permissions.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'

export default defineRuntime({
  commands: {
    'plugin-manager.show-permissions': ({ get }, { plugin }: { plugin: string }) => {
      if (!get(PLUGINS).state(plugin)) {
        throw new FretworkError('plugin_unknown', `There is no plugin "${plugin}".`)
      }
      get(EVENTS).emit(GO_TO, { path: permissionsPath(plugin) })
    },
  },
  choices: {
    'plugin-manager.show-permissions': {
      plugin: ({ get }) =>
        get(PLUGINS)
          .manifests.filter(manifest => permissionsAsked(manifest).length > 0)
          .map(({ id, title }) => ({ value: id, label: get(TRANSLATOR).t(id, title) })),
    },
  },
  screens: { PluginsPage: () => import('./ui/plugins-page.js') },
})
