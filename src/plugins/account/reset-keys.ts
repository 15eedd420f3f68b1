import type { NoticeBoard } from '../../core/events/notices.js'
import { phrases } from '../../core/platform/phrases.js'
import { keySettings } from '../../core/settings/core-settings.js'
import type { Settings } from '../../core/settings/settings.js'

const WORDS = phrases({ all: 'All keyboard shortcuts reset.', undo: 'Undo' })

export function resetKeys(settings: Pick<Settings, 'store'>, notices: Pick<NoticeBoard, 'post'>): void {
  const store = settings.store(keySettings)
  const before = store.getState().keys
  store.change({ keys: {} })
  const undo = () => {
    const now = store.getState().keys
    // Keep later changes and put them last: if two commands share a key, the last one wins.
    const others = Object.entries(before).filter(([id]) => now[id] === undefined)
    store.change({ keys: { ...Object.fromEntries(others), ...now } })
  }
  const action = { label: WORDS.undo, run: undo }
  notices.post({ kind: 'success', source: 'account', message: WORDS.all, action })
}
