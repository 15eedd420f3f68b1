/** Plugins of the operator’s index, for administrators: what each may use, who says that they built it, and Install. */
import { Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { findPlugins } from '../../../../core/api/plugin-index.js'
import { isAdmin } from '../../../../core/auth/claims.js'
import { API } from '../../../../core/kernel/services/tokens.js'
import { useAnswer } from '../../../../core/react/hooks/use-answer.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import { Refused } from '../../../../core/react/refused.js'
import page from '../plugins-page.module.css'
import { FoundCard, indexWords } from './found-card.js'

const TYPING_PAUSE_MS = 300

export function FindPlugins() {
  const { auth } = useKernel()
  const allowed = useStore(auth.state, ({ user }) => isAdmin(user?.claims))
  return allowed ? <Found /> : null
}

function Found() {
  const api = useService(API)
  const { t } = useText()
  const [search, setSearch] = useState('')
  const [query] = useDebouncedValue(search, TYPING_PAUSE_MS)
  const ask = useCallback(
    (signal: AbortSignal) => api.call(findPlugins, { query: { query: query.trim() } }, { signal }),
    [api, query],
  )
  const { value, error, busy, reload } = useAnswer(ask)
  // Most operators have named no index.
  if (error === undefined && value?.index === undefined) return null
  return (
    <Stack component="section" gap="sm" aria-labelledby="find-plugins" aria-busy={busy}>
      <Title order={2} size={15} id="find-plugins">
        {t('Find plugins')}
      </Title>
      {value?.index !== undefined && (
        <Text c="dimmed" size="sm">
          {t('From {{origin}}. They run apart from the app, for everyone on this site.', {
            origin: value.index,
          })}
        </Text>
      )}
      <Group>
        <TextInput
          flex={1}
          maw={420}
          type="search"
          value={search}
          maxLength={100}
          leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
          aria-label={t('Search the index')}
          onChange={event => setSearch(event.currentTarget.value)}
        />
      </Group>
      {error !== undefined && <Refused error={error} words={indexWords} onRetry={reload} />}
      {value?.plugins.length === 0 && <Text c="dimmed">{t('No matching plugins.')}</Text>}
      <Stack component="ul" gap="xs" m={0} p={0} className={page.cards}>
        {value?.plugins.map(plugin => (
          <FoundCard key={plugin.id} plugin={plugin} onChanged={reload} />
        ))}
      </Stack>
    </Stack>
  )
}
