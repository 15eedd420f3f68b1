import { GO_TO } from '../../../core/events/app-events.js'
import type { ChoiceLister, CommandHandler } from '../../../core/kernel/plugin.js'
import { EVENTS, NOTICES } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { SetlistArgs } from '../settings.js'
import { PLAYING_SETLIST } from './playing-setlist.js'
import { SETLISTS } from './setlists.js'

const { removed, UNDO } = phrases({ removed: '“{{name}}” deleted.', UNDO: 'Undo' })

export const SETLIST_COMMANDS: Readonly<Record<string, CommandHandler>> = {
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
      ...{ kind: 'info', source: 'library', message: removed, values: { name } },
      action: { label: UNDO, run: restore },
    })
  },
  'setlists.leave': ({ get }) => get(PLAYING_SETLIST).leave(),
  'setlists.next': ({ get }) => get(PLAYING_SETLIST).next(),
  'setlists.previous': ({ get }) => get(PLAYING_SETLIST).previous(),
}

const setlist: ChoiceLister = ({ get }) =>
  get(SETLISTS)
    .lists.getState()
    .map(({ id, name }) => ({ value: id, label: name }))

export const SETLIST_CHOICES = { 'setlists.play': { setlist }, 'setlists.remove': { setlist } }
