/** The screen of the administration. */
import { defineRuntime } from '../../core/kernel/plugin.js'

export default defineRuntime({
  screens: { AdminPage: () => import('./ui/admin-page.js') },
})
