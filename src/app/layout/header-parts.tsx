/** What plugins show in the header at any time, before the user's menu. */
import { useUsablePlugins } from '../../core/react/kernel-context.js'
import { PluginScreen } from '../../core/react/plugin-screen.js'

export default function HeaderParts() {
  return useUsablePlugins().flatMap(({ id, contributes }) =>
    (contributes?.header ?? []).map(part => (
      <PluginScreen key={part.id} plugin={id} screen={part.screen} part />
    )),
  )
}
