/** What a new key meets: the other commands by name, and what it means for them. */
import { List, Text } from '@mantine/core'
import type { MetKey } from '../../../../core/commands/keys/key-changes.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { KeyCaps } from '../../../../core/react/key-caps.js'

export function MetKeys({ met, binding }: { met: readonly MetKey[]; binding: string }) {
  if (met.length === 0) return null
  return (
    <List size="sm" spacing={6}>
      {met.map(({ kind, command, key }) => (
        <List.Item key={`${command.id} ${key}`}>
          <Met met={{ kind, command, key }} binding={binding} />
        </List.Item>
      ))}
    </List>
  )
}

function Met({ met: { kind, command, key }, binding }: { met: MetKey; binding: string }) {
  const { t, tm } = useText()
  const values = { command: tm(command.source, command.title) }
  switch (kind) {
    case 'full':
    case 'shadow':
      return (
        <Text span>{t('“{{command}}” has this key, and both can be used at the same time.', values)}</Text>
      )
    case 'apart':
      return (
        <Text span c="dimmed">
          {t('“{{command}}” has this key too, but never at the same time: both keep it.', values)}
        </Text>
      )
    case 'partial':
      return (
        <Text span>
          {strokesIn(key) < strokesIn(binding)
            ? t('“{{command}}” runs as soon as this begins, so that it can never be finished:', values)
            : t('“{{command}}” begins with this, and could never be finished:', values)}{' '}
          <KeyCaps binding={key} />
        </Text>
      )
  }
}

function strokesIn(binding: string): number {
  return binding.split(' ').length
}
