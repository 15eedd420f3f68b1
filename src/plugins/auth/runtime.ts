import { PROVIDER_NAMES, providersOf } from '../../core/auth/providers.js'
import { publishCondition } from '../../core/commands/command-registry.js'
import { GO_TO } from '../../core/events/app-events.js'
import { type CommandHandler, defineRuntime } from '../../core/kernel/plugin.js'
import { EVENTS, STORAGE, TENANT } from '../../core/kernel/tokens.js'

const goTo =
  (path: string): CommandHandler =>
  ({ get }) =>
    get(EVENTS).emit(GO_TO, { path })

const legal = () => import('./ui/legal/legal-page.js')

export default defineRuntime({
  screens: {
    Login: () => import('./ui/login.js'),
    Register: () => import('./ui/register.js'),
    Verification: () => import('./ui/verification.js'),
    ForgotPassword: async () => ({ default: (await import('./ui/send-mail.js')).ForgotPassword }),
    ResetPassword: () => import('./ui/reset-password.js'),
    Privacy: async () => ({ default: (await legal()).Privacy }),
    Terms: async () => ({ default: (await legal()).Terms }),
  },
  commands: {
    'auth.log-in': goTo('/login'),
    'auth.register': goTo('/register'),
    'auth.forgot-password': goTo('/password/forgot'),
    'auth.confirm-address': goTo('/verification'),
    'auth.show-privacy': goTo('/privacy'),
    'auth.show-terms': goTo('/terms'),
    'auth.log-in-with': async ({ get, log }, { provider }: { provider: string }) => {
      const { leaveForProvider } = await import('./ui/provider-redirect.js')
      await leaveForProvider({ storage: get(STORAGE), tenant: get(TENANT), log }, provider)
    },
  },
  choices: {
    'auth.log-in-with': {
      provider: ({ get }) =>
        providersOf(get(TENANT).current).map(id => ({ value: id, label: PROVIDER_NAMES[id] })),
    },
  },
  activate: context =>
    publishCondition(
      context,
      'auth.providers',
      context.get(TENANT).store,
      card => providersOf(card).length > 0,
    ),
})
