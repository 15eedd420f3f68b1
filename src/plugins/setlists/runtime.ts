import { GO_TO } from '../../core/events/app-events.js'
import { type ChoiceLister, defineRuntime, provideFactory } from '../../core/kernel/plugin.js'
import { AUTH, EVENTS, NOTICES, SETTINGS } from '../../core/kernel/tokens.js'
import { phrases } from '../../core/platform/phrases.js'
import { SONG_PANEL } from '../player/tokens.js'
import { PLAYING_SETLIST, SETLISTS } from './internal-tokens.js'
import { PlayingSetlist } from './playing-setlist.js'
import { Setlists } from './setlists.js'
import { type SetlistArgs, setlistSettings } from './settings.js'

const { removed, UNDO } = phrases({ removed: '“{{name}}” deleted.', UNDO: 'Undo' })

const choices: ChoiceLister = ({ get }) =>
  get(SETLISTS)
    .lists.getState()
    .map(({ id, name }) => ({ value: id, label: name }))

export default defineRuntime({
  providers: [
    provideFactory(SETLISTS, ({ get, scope }) => {
      const settings = get(SETTINGS).store(setlistSettings)
      const session = get(AUTH).state
      const lists = new Setlists(settings, session)
      scope.onDispose(settings.subscribe(() => lists.lists.outdated()))
      scope.onDispose(session.subscribe(() => lists.lists.outdated()))
      return lists
    }),
    provideFactory(PLAYING_SETLIST, context => new PlayingSetlist(context)),
  ],
  commands: {
    'setlists.add': ({ get }, { name }: SetlistArgs['name']) => {
      const { id } = get(SETLISTS).add(name)
      get(EVENTS).emit(GO_TO, { path: `/setlists/${id}` })
    },
    'setlists.play': ({ get }, { setlist }: SetlistArgs['setlist']) =>
      get(PLAYING_SETLIST).open(get(SETLISTS).get(setlist), 0, true),
    'setlists.remove': ({ get }, { setlist }: SetlistArgs['setlist']) => {
      const lists = get(SETLISTS)
      const { name } = lists.get(setlist)
      const restore = lists.remove(setlist)
      get(NOTICES).post({
        ...{ kind: 'info', source: 'setlists', message: removed, values: { name } },
        action: { label: UNDO, run: restore },
      })
    },
    'setlists.leave': ({ get }) => get(PLAYING_SETLIST).leave(),
    'setlists.next': ({ get }) => get(PLAYING_SETLIST).next(),
    'setlists.previous': ({ get }) => get(PLAYING_SETLIST).previous(),
  },
  choices: { 'setlists.play': { setlist: choices }, 'setlists.remove': { setlist: choices } },
  screens: {
    SetlistsPage: () => import('./ui/setlists-page.js'),
    SetlistPage: () => import('./ui/setlist-page.js'),
    SetlistSteps: () => import('./ui/setlist-steps.js'),
  },
  activate: ({ extend }) =>
    extend(SONG_PANEL, { id: 'setlists.steps', slot: 'steps', plugin: 'setlists', screen: 'SetlistSteps' }),
})
