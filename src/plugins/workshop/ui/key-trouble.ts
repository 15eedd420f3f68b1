/** Keys that two commands want at the same time, also by the user's choice, as sentences. */
import { useMemo } from 'react'
import { type KeyClashReport, keyClashes } from '../../../core/commands/keys/key-clashes.js'
import { bindingLabels } from '../../../core/commands/keys/keys.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { useKeyName } from '../../../core/react/key-caps.js'
import { keySettings } from '../../../core/settings/core-settings.js'

/** One sentence for each clash by which a command loses its key. */
export function useKeyTrouble(): string[] {
  const { commands, platform, settings } = useKernel()
  const { t, tm } = useText()
  const keyName = useKeyName()
  const all = useStore(commands.all)
  const { keys } = useStore(settings.store(keySettings))
  const clashes = useMemo(() => keyClashes(all, keys, platform.mac), [all, keys, platform])
  const label = (binding: string) => bindingLabels(binding, platform.mac, keyName).join(' ')
  const titleOf = ({ source, title }: KeyClashReport['first']) => tm(source, title)
  return clashes.flatMap(({ kind, first, firstKey, second, secondKey }) => {
    const values = { key: label(firstKey), first: titleOf(first), second: titleOf(second) }
    if (kind === 'full')
      return t('{{key}}: “{{first}}” runs before “{{second}}”, which has the same key.', values)
    if (kind === 'shadow') return []
    return t('{{key}}: “{{first}}” runs before {{longer}} of “{{second}}” can be finished.', {
      ...values,
      longer: label(secondKey),
    })
  })
}
