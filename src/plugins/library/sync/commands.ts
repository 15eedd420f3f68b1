import { GO_TO } from '../../../core/events/app-events.js'
import type { CommandHandler } from '../../../core/kernel/plugin.js'
import { AUTH, COMMANDS, EVENTS, NOTICES, SETTINGS } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import { syncSettings } from '../settings.js'
import { SYNC } from '../tokens.js'

const SENTENCES = phrases({
  on: 'Sync is on. Your changes are saved to your account.',
  off: 'Sync is off. Your changes stay on this device.',
  removed:
    'Your songs, tunings, shapes and practice data were removed from this device. They’re still in your account.',
  waiting: 'Some data hasn’t been synced yet. Sync this device before removing it.',
})

export const SYNC_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'sync.now': ({ get }) => get(SYNC).now(),
  'sync.stop': ({ get }) => get(SYNC).stop(),
  'sync.toggle': ({ get }) => {
    const settings = get(SETTINGS).store(syncSettings)
    const on = !settings.getState().on
    settings.change({ on })
    // On the Sync page, the switch already shows the change.
    if (get(COMMANDS).conditions.getState().route !== '/account/sync')
      get(NOTICES).post({ kind: 'info', source: 'library', message: on ? SENTENCES.on : SENTENCES.off })
  },
  'sync.show': ({ get }) => get(EVENTS).emit(GO_TO, { path: '/account/sync' }),
  'sync.forget-here': async context => {
    const { get } = context
    const user = get(AUTH).state.getState().user?.id
    if (user === undefined) return
    const say = (message: string) => get(NOTICES).post({ kind: 'info', source: 'library', message })
    const sync = get(SYNC)
    await sync.now()
    const { countHere, forgetHere } = await import('./start.js')
    if ((await countHere(context, user)) > 0) return say(SENTENCES.waiting)
    get(SETTINGS).store(syncSettings).change({ on: false })
    await forgetHere(context, user)
    say(SENTENCES.removed)
  },
}
