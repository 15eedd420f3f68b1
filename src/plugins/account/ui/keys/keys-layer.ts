/** The user's keys as the screen changes them, with a way back from each reset. */
import { useCallback } from 'react'
import type { Command } from '../../../../core/commands/command-registry.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { type KeyLayer, keySettings } from '../../../../core/settings/keys.js'
import { resetKeys } from '../../reset-keys.js'

const WORDS = phrases({
  one: '“{{command}}” has its own keys again.',
  undo: 'Undo',
})

export function useKeyLayer() {
  const { notices, settings } = useKernel()
  const store = settings.store(keySettings)
  const layer = useStore(store, ({ keys }) => keys)

  const save = useCallback((keys: KeyLayer) => store.change({ keys }), [store])

  const reset = useCallback(
    ({ id, source, title }: Command) => {
      const before = store.getState().keys
      const { [id]: own = [], ...others } = before
      store.change({ keys: others })
      const undo = () => {
        const now = store.getState().keys
        // What was changed since then stays, and goes before it.
        const untouched = JSON.stringify(now) === JSON.stringify(others)
        if (untouched) store.change({ keys: before })
        else if (!(id in now)) store.change({ keys: { [id]: own, ...now } })
      }
      notices.post({
        kind: 'success',
        source: 'account',
        message: WORDS.one,
        values: { command: title },
        texts: { command: { source, message: title } },
        action: { label: WORDS.undo, run: undo },
      })
    },
    [store, notices],
  )

  const resetAll = useCallback(() => resetKeys(settings, notices), [settings, notices])

  return { layer, save, reset, resetAll }
}
