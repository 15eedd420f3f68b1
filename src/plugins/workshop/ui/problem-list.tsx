/** Problems: invalid manifests and keyboard shortcuts used twice. */

import { Group, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type KeyClashReport, keyClashes } from '../../../core/commands/keys/key-clashes.js'
import { bindingLabels } from '../../../core/commands/keys/keys.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { useKeyName } from '../../../core/react/key-caps.js'
import { keySettings } from '../../../core/settings/core-settings.js'
import classes from './plugins-page.module.css'

export function ProblemList() {
  const { commands, host, platform } = useKernel()
  const { t, tm } = useText()
  const keyName = useKeyName()
  useStore(host.states)
  const all = useStore(commands.all)
  const { problems } = host.report
  // If the winning plugin is disabled, there is no conflict.
  const keyClashes = host.report.keyClashes.filter(
    ({ key, lost }) => !all.find(({ id }) => id === lost)?.defaultKeys.includes(key),
  )
  const conflicts = useKeyConflicts()
  if (problems.length + keyClashes.length + conflicts.length === 0) return null
  const nameOf = (id: string) => {
    const command = all.find(each => each.id === id)
    return command ? tm(command.source, command.title) : id
  }
  return (
    <section className={`fw-card ${classes.trouble}`} aria-labelledby="plugin-problems">
      <Group gap="xs" mb={6}>
        <IconAlertTriangle size={18} aria-hidden color="var(--fw-bad)" />
        <Title order={2} size={15} id="plugin-problems">
          {t('Problems')}
        </Title>
      </Group>
      <ul className={classes.problems}>
        {problems.map(({ plugin, code, message }) => (
          <li key={`${plugin} ${code} ${message}`}>
            {message} <code className={classes.code}>{code}</code>
          </li>
        ))}
        {keyClashes.map(({ key, kept, lost }) => (
          <li key={`${key} ${lost}`}>
            {t('{{key}} is used by “{{kept}}”, so “{{lost}}” has no shortcut.', {
              key: bindingLabels(key, platform.mac, keyName).join(' '),
              kept: nameOf(kept),
              lost: nameOf(lost),
            })}
          </li>
        ))}
        {conflicts.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}

/** A sentence for each shortcut that a command loses to another. */
export function useKeyConflicts(): string[] {
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
    if (kind === 'full') return t('{{key}}: “{{first}}” overrides “{{second}}”.', values)
    if (kind === 'shadow') return []
    return t('{{key}}: “{{first}}” runs before {{longer}} for “{{second}}” can be completed.', {
      ...values,
      longer: label(secondKey),
    })
  })
}
