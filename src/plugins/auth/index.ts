/** Log-in screens. */
import { definePlugin } from '../../core/kernel/plugin.js'

export default definePlugin({
  id: 'auth',
  version: '1.0.0',
  engine: '^1.0.0',
  title: 'Log in',
  description: 'Log-in with address and password',
  runsIn: ['browser'],
  locked: true,
  contributes: {
    routes: [
      { path: '/', title: 'Log in', screen: 'Login' },
      { path: '/login', title: 'Log in', screen: 'Login' },
    ],
  },
  activateOn: ['route:/', 'route:/login'],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
