/** The screen of the administration, and the commands that lead to a part of it. */
import { adminSearch } from '../../core/api/admin.js'
import { GO_TO } from '../../core/events/app-events.js'
import {
  type ChoiceLister,
  defineRuntime,
  type PluginContext,
  provideFactory,
} from '../../core/kernel/manifest/plugin.js'
import { API, EVENTS } from '../../core/kernel/services/tokens.js'
import { createStore } from '../../core/platform/store.js'
import type { UserArgs } from './settings.js'
import { ADMIN_WISH, type AdminWish, NO_WISH } from './tokens.js'

/** As many are listed of those who are found; another letter is quicker than scrolling. */
const FOUND_AT_MOST = 20

function show({ get }: PluginContext, wish: Partial<AdminWish>): void {
  get(ADMIN_WISH).setState({ ...NO_WISH, ...wish })
  get(EVENTS).emit(GO_TO, { path: '/admin' })
}

/** By name, handle or address, the newest first where nothing is typed. */
const users: ChoiceLister = async ({ get }, { typed, signal }) => {
  const body = { query: typed.trim(), page: 1, pageSize: FOUND_AT_MOST }
  const { items } = await get(API).call(adminSearch, { body }, { signal })
  return items.map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }))
}

export default defineRuntime({
  providers: [provideFactory(ADMIN_WISH, () => createStore(NO_WISH))],
  commands: {
    'admin.show-user': (context, { user }: UserArgs) => show(context, { tab: 'users', user }),
    'admin.show-audit': context => show(context, { tab: 'audit' }),
  },
  choices: { 'admin.show-user': { user: users } },
  screens: { AdminPage: () => import('./ui/admin-page.js') },
})
