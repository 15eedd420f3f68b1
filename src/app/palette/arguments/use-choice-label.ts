/** What a value is called: a switch's yes and no, a name that its plugin translates, or itself. */
import { useCallback } from 'react'
import type { ArgumentChoice } from '../../../core/commands/command.js'
import { useText } from '../../../core/react/hooks/use-text.js'

export function useChoiceLabel(): (source: string, choice: ArgumentChoice) => string {
  const { t, tm } = useText()
  return useCallback(
    (source, { value, label }) => {
      if (typeof value === 'boolean' && label === String(value)) return value ? t('Yes') : t('No')
      return tm(source, label)
    },
    [t, tm],
  )
}
