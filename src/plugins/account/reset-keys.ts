/** Takes back everything that the user has changed of the keys, with a way back. */
import type { NoticeBoard } from '../../core/events/notices.js'
import { phrases } from '../../core/platform/phrases.js'
import { keySettings } from '../../core/settings/keys.js'
import type { Settings } from '../../core/settings/settings.js'

const WORDS = phrases({ all: 'All commands have their own keys again.', undo: 'Undo' })

export function resetKeys(settings: Pick<Settings, 'store'>, notices: Pick<NoticeBoard, 'post'>): void {
  const store = settings.store(keySettings)
  const before = store.getState().keys
  store.change({ keys: {} })
  const undo = () => {
    const now = store.getState().keys
    // What was changed since then stays, and goes before the others: of two that have a key the later one gets it.
    const others = Object.entries(before).filter(([id]) => now[id] === undefined)
    store.change({ keys: { ...Object.fromEntries(others), ...now } })
  }
  const action = { label: WORDS.undo, run: undo }
  notices.post({ kind: 'success', source: 'account', message: WORDS.all, action })
}
