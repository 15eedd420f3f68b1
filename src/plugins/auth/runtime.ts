/** The log-in screens' code, loaded with the first of them. */
import { defineRuntime } from '../../core/kernel/plugin.js'

export default defineRuntime({
  screens: { Login: () => import('./ui/login.js') },
})
