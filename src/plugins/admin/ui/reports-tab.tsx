import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { closeReport, type ShareReport, shareReports } from '../../../core/api/sharing.js'
import { refusalWords } from '../../../core/http/error-sentences.js'
import { phrases } from '../../../core/platform/phrases.js'
import { useCall } from '../../../core/react/hooks/use-answer.js'
import { useAttempt } from '../../../core/react/hooks/use-attempt.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { Pages, usePages } from '../../../core/react/list-page.js'
import { type Asked, Question } from '../../../core/react/question.js'
import { Refused } from '../../../core/react/refused.js'
import { timeText } from './admin-text.js'

const REASONS = phrases({
  copyright: 'Another person’s work, without permission',
  offensive: 'Offensive',
  spam: 'Spam',
  other: 'Something else',
})
const words = refusalWords('admin', phrases({ not_found: 'This report is already closed.' }))

export function ReportsTab() {
  const { t } = useText()
  const pages = usePages()
  const { value, error, reload } = useCall(shareReports, { query: pages.query })
  return (
    <Stack gap="sm">
      {error !== undefined && <Refused error={error} words={words} onRetry={reload} />}
      {value?.items.length === 0 && <Text c="dimmed">{t('No open reports.')}</Text>}
      {value?.items.map(report => (
        <Report key={report.id} report={report} onClosed={reload} />
      ))}
      <Pages pages={pages} next={value?.next} />
    </Stack>
  )
}

function Report({ report, onClosed }: { readonly report: ShareReport; readonly onClosed: () => void }) {
  const { t, tm, locale } = useText()
  const { api } = useKernel()
  const { busy, attempt } = useAttempt(words)
  const [question, setQuestion] = useState<Asked>()
  const { about, reason, note, reporter, at } = report
  const isHomework = about.kind === 'homework'
  const close = (outcome: 'kept' | 'removed') =>
    attempt(async () => {
      await api.call(closeReport, { params: { id: report.id }, body: { outcome } })
      onClosed()
    })
  const ask = () =>
    setQuestion({
      title: t('Remove “{{title}}” for everyone?', { title: about.title }),
      text: isHomework
        ? t('Its students no longer see it. Its takes and comments are deleted.')
        : t(
            'It will no longer be visible to anyone, its links will stop working, and its owner can’t share it again.',
          ),
      yes: t('Remove'),
      severe: true,
      run: () => void close('removed'),
    })
  return (
    <Stack component="article" className="fw-card" p={16} gap={6} aria-label={about.title}>
      <Text fw={600}>{about.title}</Text>
      <Text size="sm">
        {isHomework
          ? t('Homework from {{name}} @{{handle}}', { name: about.by.name, handle: about.by.handle })
          : t('Shared by {{name}} @{{handle}}', { name: about.by.name, handle: about.by.handle })}
      </Text>
      {about.text && <Text size="sm">“{about.text}”</Text>}
      <Text size="sm">{tm('admin', REASONS[reason] ?? '')}</Text>
      {note !== '' && <Text size="sm">{note}</Text>}
      <Text size="sm" c="dimmed">
        {reporter ? t('Reported by {{name}}', { name: reporter.name }) : t('Reported by a visitor')}
        {` · ${timeText(at, locale)}`}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" disabled={busy} onClick={() => void close('kept')}>
          {t('Leave it')}
        </Button>
        <Button size="xs" color="red" disabled={busy} onClick={ask}>
          {t('Remove')}
        </Button>
      </Group>
      <Question asked={question} onClose={() => setQuestion(undefined)} />
    </Stack>
  )
}
