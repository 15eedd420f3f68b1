/** The screens of the account. */
import { defineRuntime } from '../../core/kernel/plugin.js'

export default defineRuntime({
  screens: {
    SettingsPage: () => import('./ui/settings-page.js'),
    KeysPage: () => import('./ui/keys-page.js'),
  },
})
