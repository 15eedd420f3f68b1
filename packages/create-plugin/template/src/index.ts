/**
 * Tap tempo: measures the tempo of your taps. The manifest is plain data, which the app reads before it loads
 * any code.
 */
import { definePlugin } from '@fretwork/sdk'
import { TAPPER } from './tokens.js'

export default definePlugin({
  id: 'tap-tempo',
  version: '0.1.0',
  engine: '^1.2.0',
  title: 'Tap tempo',
  description: 'Measures the tempo of your taps.',
  runsIn: ['browser', 'node'],
  provides: [TAPPER],
  contributes: {
    routes: [
      {
        path: '/tap-tempo',
        title: 'Tap tempo',
        screen: 'TapperPage',
        auth: true,
      },
    ],
    navigation: [
      {
        path: '/tap-tempo',
        title: 'Tap tempo',
        order: 50,
        when: 'loggedIn',
      },
    ],
    commands: [
      {
        id: 'tap-tempo.tap',
        title: 'Tap the tempo',
        when: 'loggedIn',
      },
    ],
  },
  activateOn: ['route:/tap-tempo', 'command:tap-tempo.*'],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
