/** One plugin of the index: a version to choose, what it may use and why, and where it says that it comes from. */
import { Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import {
  type FoundPlugin,
  installPlugin,
  type Permissions,
  type Provenance,
  removePlugin,
} from '../../../../core/api/plugin-index.js'
import { ApiError } from '../../../../core/http/api-error.js'
import { type RefusalWords, refusalWords } from '../../../../core/http/error-sentences.js'
import { acceptsVersion, ENGINE_VERSION } from '../../../../core/kernel/manifest/manifest-check.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useAttempt } from '../../../../core/react/hooks/use-attempt.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { type Asked, Question } from '../../../../core/react/question.js'
import { Select } from '../../../../core/react/select.js'
import page from '../plugins-page.module.css'

const WORDS = phrases({
  REFUSED: 'The plugin was not installed: {{reason}}',
  DONE: '{{plugin}} is installed. Reload the page to use it.',
  GONE: '{{plugin}} is removed. It is gone when the page is loaded again.',
  OFF: 'The index of plugins can’t be read now. Try again in a few minutes.',
})

/** With the reason that the server gives, which differs each time. */
export const indexWords: RefusalWords = error => {
  const reason = error instanceof ApiError ? error.problem?.errors?.[0]?.message : undefined
  if (error instanceof ApiError && error.code === 'plugin_refused' && reason !== undefined)
    return { source: 'workshop', message: WORDS.REFUSED, values: { reason } }
  return refusalWords('workshop', { plugin_index_unavailable: WORDS.OFF })(error)
}

interface FoundCardProps {
  readonly plugin: FoundPlugin
  readonly onChanged: () => void
}

export function FoundCard({ plugin: { id, versions, installed }, onChanged }: FoundCardProps) {
  const { api, notices, platform } = useKernel()
  const { t } = useText()
  const { busy, attempt } = useAttempt(indexWords)
  const [asked, setAsked] = useState<Asked>()
  const now = platform.clock.date().getTime()
  const usable = versions.filter(
    each => each.yanked === undefined && acceptsVersion(each.engine, ENGINE_VERSION),
  )
  const isReady = (each: (typeof versions)[number]) => Date.parse(each.readyAt) <= now
  const [picked, setPicked] = useState<string>()
  const chosen =
    usable.find(({ version }) => version === picked) ?? usable.find(isReady) ?? usable[0] ?? versions[0]
  if (!chosen) return null
  const { version, title, description, integrity, permissions = {}, provenance } = chosen
  const name = `${title} ${version}`
  const uses = usesOf(permissions)
  const early = !isReady(chosen)

  const post = (message: string) =>
    notices.post({
      kind: 'success',
      code: 'plugins_changed',
      source: 'workshop',
      message,
      values: { plugin: name },
    })
  const install = () =>
    attempt(async () => {
      await api.call(installPlugin, {
        params: { plugin: id },
        body: { version, integrity, ...(early && { now: true }) },
      })
      post(WORDS.DONE)
      onChanged()
    })
  const remove = () =>
    attempt(async () => {
      await api.call(removePlugin, { params: { plugin: id } })
      post(WORDS.GONE)
      onChanged()
    })
  const ask = () =>
    setAsked({
      title: t('Install {{plugin}}?', { plugin: name }),
      text: [
        uses.length === 0
          ? t('It asks for no permissions.')
          : t('It may use: {{uses}}', { uses: uses.join(' ') }),
        ...(early
          ? [
              t(
                'It was published less than three days ago. Problems of a version are often found in its first days.',
              ),
            ]
          : []),
      ],
      yes: t('Install'),
      run: () => void install(),
    })

  return (
    <li className={`fw-card ${page.card}`}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Title order={3} size={15}>
            {title}
          </Title>
          <span className={page.dim}>
            {id}
            {installed !== undefined && ` · ${t('{{version}} is installed', { version: installed })}`}
          </span>
        </div>
        <Group gap="xs" wrap="nowrap">
          <Select
            w={120}
            aria-label={t('Version of {{plugin}}', { plugin: title })}
            data={usable.map(each => ({ value: each.version, label: each.version }))}
            value={version}
            onChange={value => setPicked(value ?? undefined)}
            allowDeselect={false}
          />
          {usable.length > 0 && installed !== version && (
            <Button size="xs" loading={busy} onClick={ask}>
              {t('Install')}
            </Button>
          )}
          {installed !== undefined && (
            <Button size="xs" variant="default" loading={busy} onClick={() => void remove()}>
              {t('Remove')}
            </Button>
          )}
        </Group>
      </Group>
      {description !== undefined && <Text size="sm">{description}</Text>}
      {usable.length === 0 && <Text size="sm">{t('No version of it fits this Fretwork.')}</Text>}
      {early && usable.length > 0 && (
        <Text size="sm">
          {t('Published {{date}}, less than three days ago.', { date: chosen.publishedAt.slice(0, 10) })}
        </Text>
      )}
      {uses.length > 0 && (
        <ul>
          {uses.map(line => (
            <li key={line}>
              <Text size="sm">{line}</Text>
            </li>
          ))}
        </ul>
      )}
      {provenance && (
        <Text size="xs" c="dimmed">
          {t('Claimed by its publisher, not verified: {{origin}}', { origin: originOf(provenance) })}
        </Text>
      )}
      <Question asked={asked} onClose={() => setAsked(undefined)} />
    </li>
  )
}

/** Reasons are the author’s words. */
function usesOf(permissions: Permissions): string[] {
  return Object.entries(permissions).map(([id, said]) => {
    if (typeof said === 'string') return `${id}: ${said}`
    return `${id}${said.hosts ? ` (${said.hosts.join(', ')})` : ''}: ${said.reason}`
  })
}

function originOf({ repository, commit, builtBy }: Provenance): string {
  return [builtBy, repository, commit?.slice(0, 10)].filter(Boolean).join(' · ')
}
