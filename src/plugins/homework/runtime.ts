import { GO_TO } from '../../core/events/app-events.js'
import { defineRuntime, provideFactory } from '../../core/kernel/plugin.js'
import { API, AUTH, CLOCK, CONNECTION, EVENTS, NOTICES, SETTINGS } from '../../core/kernel/tokens.js'
import { PLUGIN_STORAGE } from '../../core/permissions/plugin-storage.js'
import { songChoices } from '../library/tokens.js'
import { SONG_PANEL } from '../player/tokens.js'
import { Kept } from '../social/homework/kept.js'
import { News } from '../social/homework/news.js'
import { Outbox } from '../social/homework/outbox.js'
import { Practicing } from '../social/homework/practicing.js'
import { outboxSettings } from '../social/settings.js'
import { SYNC } from '../sync/tokens.js'
import { KEPT, NEWS, OUTBOX, PRACTICING } from './internal-tokens.js'

export default defineRuntime({
  providers: [
    provideFactory(OUTBOX, ({ get, scope }) => {
      const outbox = new Outbox({
        api: get(API),
        settings: get(SETTINGS).store(outboxSettings),
        notices: get(NOTICES),
        clock: get(CLOCK),
        newId: () => crypto.randomUUID(),
        user: () => get(AUTH).state.getState().user?.id ?? '',
        sync: () => get(SYNC).now(),
      })
      scope.onDispose(() => outbox.dispose())
      return outbox
    }),
    provideFactory(KEPT, ({ get }) => new Kept(get(API), get(PLUGIN_STORAGE).open())),
    provideFactory(NEWS, context => new News(context, context.get(KEPT))),
    provideFactory(PRACTICING, context => new Practicing(context, context.get(OUTBOX), context.get(KEPT))),
  ],
  commands: {
    'homework.give': ({ get }, { song }: { readonly song: string }) =>
      get(EVENTS).emit(GO_TO, { path: `/homework/new?${new URLSearchParams({ song })}` }),
    'homework.stop': ({ get }) => get(PRACTICING).stop(),
  },
  choices: { 'homework.give': { song: songChoices } },
  screens: {
    HomeworkPage: () => import('../social/homework/ui/homework-page.js'),
    NewHomeworkPage: () => import('../social/homework/ui/new-homework-page.js'),
    GroupPage: () => import('../social/homework/ui/group-page.js'),
    AssignmentPage: () => import('../social/homework/ui/assignment-page.js'),
    News: () => import('../social/homework/ui/news.js'),
    Task: () => import('../social/homework/ui/task.js'),
  },
  activate: ({ get, scope, extend }) => {
    const outbox = get(OUTBOX)
    void outbox.flush()
    scope.add(get(CONNECTION).onConnected(() => void outbox.flush()))
    extend(SONG_PANEL, { id: 'homework.task', slot: 'steps', plugin: 'homework', screen: 'Task' })
  },
})
