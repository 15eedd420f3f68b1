import { Affix, Group, Paper, Text } from '@mantine/core'
import type { KeyPrefix } from '../../core/commands/keys/key-dispatcher.js'
import { useText } from '../../core/react/hooks/use-text.js'
import { KeyCaps } from '../../core/react/key-caps.js'

/** More cannot be read in three seconds. */
const SHOWN = 8

/** Always rendered, so that screen readers announce changes. */
export function KeyPrefixBox({ prefix }: { prefix: KeyPrefix | undefined }) {
  return (
    <Affix
      position={{ bottom: 20, left: 16, right: 16 }}
      zIndex={290}
      style={{ pointerEvents: 'none' }}
      role="status"
      aria-live="polite"
    >
      {prefix && <Keys prefix={prefix} />}
    </Affix>
  )
}

function Keys({ prefix: { pressed, next } }: { prefix: KeyPrefix }) {
  const { t, tm } = useText()
  const first = next[0]
  const more = next.length - SHOWN
  return (
    <Paper className="fw-card" mx="auto" w="fit-content" maw={620} px="md" py="sm">
      <Group gap={6} mb="xs" c="dimmed" fz={13}>
        {first && <KeyCaps binding={first.binding} to={pressed} />}
        <span>{t('and then')}</span>
      </Group>
      <Group component="ul" gap="8px 20px" m={0} p={0} fz={14} style={{ listStyle: 'none' }}>
        {next.slice(0, SHOWN).map(({ binding, command }) => (
          <Group component="li" gap={8} key={`${command.id} ${binding}`}>
            <KeyCaps binding={binding} from={pressed} />
            {tm(command.source, command.title)}
          </Group>
        ))}
      </Group>
      {more > 0 && (
        <Text mt="xs" c="dimmed" fz={13}>
          {t('and {{number}} more', { number: more })}
        </Text>
      )}
    </Paper>
  )
}
