import { adminSearch } from '../../core/contract/admin.js'
import { GO_TO } from '../../core/events/app-events.js'
import {
  type ChoiceLister,
  defineRuntime,
  type PluginContext,
  provideFactory,
} from '../../core/kernel/plugin.js'
import { API, EVENTS } from '../../core/kernel/tokens.js'
import { createStore } from '../../core/platform/store.js'
import type { UserArgs } from './index.js'
import { NO_REQUEST, REQUESTED_VIEW, type RequestedView } from './requested-view.js'

/** Maximum number of suggestions. With more, typing another letter is faster than scrolling. */
const MAX_RESULTS = 20

function show({ get }: PluginContext, view: Partial<RequestedView>): void {
  get(REQUESTED_VIEW).setState({ ...NO_REQUEST, ...view })
  get(EVENTS).emit(GO_TO, { path: '/admin' })
}

/** Finds users by name, handle or email. Lists the newest users if nothing is typed. */
const users: ChoiceLister = async ({ get }, { typed, signal }) => {
  const body = { query: typed.trim(), page: 1, pageSize: MAX_RESULTS }
  const { items } = await get(API).call(adminSearch, { body }, { signal })
  return items.map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }))
}

export default defineRuntime({
  providers: [provideFactory(REQUESTED_VIEW, () => createStore(NO_REQUEST))],
  commands: {
    'admin.show-user': (context, { user }: UserArgs) => show(context, { tab: 'users', user }),
    'admin.show-audit': context => show(context, { tab: 'audit' }),
  },
  choices: { 'admin.show-user': { user: users } },
  screens: { AdminPage: () => import('./ui/admin-page.js') },
})
