import * as z from 'zod/mini'
import { BUILT_IN, definePlugin, inPage } from '../../core/kernel/plugin.js'
import english from './locales/en.json' with { type: 'json' }

const routes = [
  { path: '/', title: 'Log in', screen: 'Login' },
  { path: '/login', title: 'Log in', screen: 'Login' },
  { path: '/register', title: 'Register', screen: 'Register' },
  { path: '/verification', title: 'Confirm your address', screen: 'Verification' },
  { path: '/password/forgot', title: 'Forgot password', screen: 'ForgotPassword' },
  { path: '/password/reset', title: 'New password', screen: 'ResetPassword' },
  { path: '/privacy', title: 'Privacy policy', screen: 'Privacy' },
  { path: '/terms', title: 'Terms of service', screen: 'Terms' },
]

export default definePlugin({
  ...BUILT_IN,
  id: 'auth',
  title: 'Log in',
  description: 'Login, registration and password reset.',
  runsIn: ['browser'],
  permissions: ['account', 'server', 'storage'],
  locked: true,
  contributes: {
    routes,
    commandsWhen: '!loggedIn',
    commands: [
      { id: 'auth.log-in', title: 'Log in', when: "route != '/' && route != '/login'" },
      { id: 'auth.register', title: 'Register' },
      { id: 'auth.forgot-password', title: 'Forgot password' },
      { id: 'auth.confirm-address', title: 'Confirm your address' },
      {
        id: 'auth.log-in-with',
        title: 'Log in with',
        args: z.object({ provider: z.string() }),
        asks: [{ id: 'provider', title: 'Provider' }],
        when: 'auth.providers',
      },
      { id: 'auth.show-privacy', title: 'Show privacy policy', commandsWhen: false },
      { id: 'auth.show-terms', title: 'Show terms of service', commandsWhen: false },
    ],
  },
  activateOn: routes.map(({ path }) => `route:${path}` as const),
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { en: inPage(english), de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
