/** The code of the screens before the log-in, loaded with the first of them. */
import { createEvent } from '../../core/events/event-bus.js'
import { type CommandHandler, defineRuntime, type PluginContext } from '../../core/kernel/manifest/plugin.js'
import { COMMANDS, EVENTS, STORAGE, TENANT } from '../../core/kernel/services/tokens.js'
import { PROVIDER_NAMES, providersOf } from './providers.js'

/** The host's router listens to it. */
const GO_TO = createEvent<{ path: string }>('app.go-to')

const goTo =
  (path: string): CommandHandler =>
  ({ get }) =>
    get(EVENTS).emit(GO_TO, { path })

const legal = () => import('./ui/legal-page.js')

export default defineRuntime({
  screens: {
    Login: () => import('./ui/login.js'),
    Register: () => import('./ui/register.js'),
    Verification: () => import('./ui/mail/verification.js'),
    ForgotPassword: () => import('./ui/forgot-password.js'),
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
      const { leaveForProvider } = await import('./ui/providers/leave-for-provider.js')
      await leaveForProvider({ storage: get(STORAGE), tenant: get(TENANT), log }, provider)
    },
  },
  choices: {
    'auth.log-in-with': {
      provider: ({ get }) =>
        providersOf(get(TENANT).current).map(id => ({ value: id, label: PROVIDER_NAMES[id] })),
    },
  },
  activate: followProviders,
})

/** The command is offered where there is a provider. */
function followProviders({ get, scope }: PluginContext): void {
  const [commands, { store }] = [get(COMMANDS), get(TENANT)]
  const tell = () => commands.setContext('auth.providers', providersOf(store.getState()).length > 0)
  tell()
  scope.onDispose(store.subscribe(tell))
  scope.onDispose(() => commands.setContext('auth.providers', undefined))
}
