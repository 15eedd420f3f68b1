/** The way in: log-in, registration, links of mails, forgotten passwords, and what the terms are. */
import * as z from 'zod/mini'
import { definePlugin } from '../../core/kernel/manifest/plugin.js'
import english from './locales/en.json' with { type: 'json' }

const routes = [
  { path: '/', title: 'Log in', screen: 'Login' },
  { path: '/login', title: 'Log in', screen: 'Login' },
  { path: '/register', title: 'Register', screen: 'Register' },
  { path: '/verification', title: 'Confirm an address', screen: 'Verification' },
  { path: '/password/forgot', title: 'Forgotten password', screen: 'ForgotPassword' },
  { path: '/password/reset', title: 'New password', screen: 'ResetPassword' },
  { path: '/privacy', title: 'Privacy', screen: 'Privacy' },
  { path: '/terms', title: 'Terms', screen: 'Terms' },
]

export default definePlugin({
  id: 'auth',
  version: '1.0.0',
  engine: '^1.1.0',
  title: 'Log in',
  description: 'Log-in, registration and forgotten passwords',
  runsIn: ['browser'],
  locked: true,
  contributes: {
    routes,
    commandsWhen: '!loggedIn',
    commands: [
      { id: 'auth.log-in', title: 'Log in', words: 'sign in', when: "route != '/' && route != '/login'" },
      { id: 'auth.register', title: 'Register', words: 'sign up, create an account' },
      { id: 'auth.forgot-password', title: 'Forgot the password' },
      { id: 'auth.confirm-address', title: 'Confirm an address' },
      {
        id: 'auth.log-in-with',
        title: 'Log in with',
        args: z.object({ provider: z.string() }),
        asks: [{ id: 'provider', title: 'Provider' }],
        when: 'auth.providers',
      },
      { id: 'auth.show-privacy', title: 'Privacy: what is kept', commandsWhen: false },
      { id: 'auth.show-terms', title: 'Terms', commandsWhen: false },
    ],
  },
  activateOn: routes.map(({ path }) => `route:${path}` as const),
  locales: {
    en: async () => ({ default: english }),
    de: () => import('./locales/de.json', { with: { type: 'json' } }),
  },
  load: () => import('./runtime.js'),
})
