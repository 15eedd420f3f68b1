import { publishCondition } from '../../core/commands/command-registry.js'
import { GO_TO } from '../../core/events/app-events.js'
import { defineRuntime, provideFactory } from '../../core/kernel/plugin.js'
import {
  AUTH,
  CLOCK,
  COMMANDS,
  EVENTS,
  NOTICES,
  SETTINGS,
  STORAGE,
  TENANT,
} from '../../core/kernel/tokens.js'
import { phrases } from '../../core/platform/phrases.js'
import { syncSettings } from './settings.js'
import { createSync } from './sync.js'
import { SYNC } from './tokens.js'

const SENTENCES = phrases({
  on: 'Sync is on. Your changes are saved to your account.',
  off: 'Sync is off. Your changes stay on this device.',
  removed:
    'Your songs, tunings, shapes and practice data were removed from this device. They’re still in your account.',
  waiting: 'Some data hasn’t been synced yet. Sync this device before removing it.',
})

export default defineRuntime({
  providers: [
    provideFactory(SYNC, context => {
      const { get, scope, log } = context
      const sync = createSync({
        session: get(AUTH).state,
        isOn: get(SETTINGS).store(syncSettings),
        storage: get(STORAGE),
        keyOf: name => get(TENANT).storageKey(name),
        clock: get(CLOCK),
        log,
        start: async (user, onState) => (await import('./start.js')).startUserDevice(context, user, onState),
      })
      scope.onDispose(() => sync.dispose())
      return sync
    }),
  ],
  commands: {
    'sync.now': ({ get }) => get(SYNC).now(),
    'sync.stop': ({ get }) => get(SYNC).stop(),
    'sync.toggle': ({ get }) => {
      const settings = get(SETTINGS).store(syncSettings)
      const on = !settings.getState().on
      settings.change({ on })
      // On the Sync page, the switch already shows the change.
      if (get(COMMANDS).conditions.getState().route !== '/account/sync')
        get(NOTICES).post({ kind: 'info', source: 'sync', message: on ? SENTENCES.on : SENTENCES.off })
    },
    'sync.show': ({ get }) => get(EVENTS).emit(GO_TO, { path: '/account/sync' }),
    'sync.forget-here': async context => {
      const { get } = context
      const user = get(AUTH).state.getState().user?.id
      if (user === undefined) return
      const say = (message: string) => get(NOTICES).post({ kind: 'info', source: 'sync', message })
      const sync = get(SYNC)
      await sync.now()
      const { countHere, forgetHere } = await import('./start.js')
      if ((await countHere(context, user)) > 0) return say(SENTENCES.waiting)
      get(SETTINGS).store(syncSettings).change({ on: false })
      await forgetHere(context, user)
      say(SENTENCES.removed)
    },
  },
  screens: {
    SyncPage: () => import('./ui/sync-page.js'),
    SyncState: () => import('./ui/sync-state.js'),
  },
  activate: context =>
    publishCondition(context, 'sync.working', context.get(SYNC).view, ({ state }) => state === 'working'),
})
