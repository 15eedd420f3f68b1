/** What a key is called in the language shown: `Ctrl` is `Strg` in German. For `bindingLabels`. */
import { useCallback } from 'react'
import { useText } from './use-text.js'

export function useKeyName(): (english: string) => string {
  const { tm } = useText()
  return useCallback(english => tm('core', english), [tm])
}
