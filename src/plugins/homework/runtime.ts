import { GO_TO } from '../../core/events/app-events.js'
import { defineRuntime, provideFactory } from '../../core/kernel/plugin.js'
import { API, AUTH, CLOCK, CONNECTION, EVENTS, NOTICES, SETTINGS } from '../../core/kernel/tokens.js'
import { PLUGIN_STORAGE } from '../../core/permissions/plugin-storage.js'
import { songChoices } from '../library/tokens.js'
import { SONG_PANEL } from '../player/tokens.js'
import { SYNC } from '../sync/tokens.js'
import { KEPT, NEWS, OUTBOX, PRACTICING } from './internal-tokens.js'
import { Kept } from './kept.js'
import { News } from './news.js'
import { Outbox } from './outbox.js'
import { Practicing } from './practicing.js'
import { outboxSettings } from './settings.js'

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
    HomeworkPage: () => import('./ui/homework-page.js'),
    NewHomeworkPage: () => import('./ui/new-homework-page.js'),
    GroupPage: () => import('./ui/group-page.js'),
    AssignmentPage: () => import('./ui/assignment-page.js'),
    News: () => import('./ui/news.js'),
    Task: () => import('./ui/task.js'),
  },
  activate: ({ get, scope, extend }) => {
    const outbox = get(OUTBOX)
    void outbox.flush()
    scope.add(get(CONNECTION).onConnected(() => void outbox.flush()))
    extend(SONG_PANEL, { id: 'homework.task', slot: 'steps', plugin: 'homework', screen: 'Task' })
  },
})
