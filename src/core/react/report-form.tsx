import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { useState } from 'react'
import { REPORT_REASONS, type ReportBody, type ReportReason } from '../contract/sharing.js'
import type { RefusalWords } from '../http/error-sentences.js'
import { phrases } from '../platform/phrases.js'
import { useAttempt } from './hooks/use-answer.js'
import { Select } from './inputs/select.js'
import { useText } from './kernel-context.js'
import layout from './list-page.module.css'
import { SecondaryButton } from './looks.js'

const REASONS = phrases({
  copyright: 'It uses someone else’s work without permission',
  offensive: 'It’s offensive',
  spam: 'It’s spam',
  other: 'Something else',
})

interface ReportFormProps {
  readonly words: RefusalWords
  readonly send: (body: ReportBody) => Promise<void>
}

/** Form for reporting another user's content to the administrators. */
export function ReportForm({ words, send }: ReportFormProps) {
  const { t, tm } = useText()
  const { busy, attempt } = useAttempt(words)
  const [reason, setReason] = useState<ReportReason>()
  const [note, setNote] = useInputState('')
  const [isOpen, setOpen] = useState(false)
  const [isSent, setSent] = useState(false)
  const submit = () =>
    attempt(async () => {
      if (!reason) return
      await send({ reason, note })
      setSent(true)
    })
  if (isSent)
    return (
      <Text size="sm" role="status">
        {t('Thanks. An administrator will review your report.')}
      </Text>
    )
  if (!isOpen)
    return (
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        className={layout.back}
        onClick={() => setOpen(true)}
      >
        {t('Report this')}
      </Button>
    )
  return (
    <Stack gap="xs" className={layout.search}>
      <Select
        label={t('Why are you reporting this?')}
        allowDeselect
        data={REPORT_REASONS.map(each => ({ value: each, label: tm('core', REASONS[each] ?? '') }))}
        value={reason ?? null}
        onChange={chosen => setReason(REPORT_REASONS.find(each => each === chosen))}
      />
      <Textarea label={t('Note')} autosize maxLength={1000} value={note} onChange={setNote} />
      <Group gap="xs">
        <Button size="xs" disabled={!reason} loading={busy} onClick={() => void submit()}>
          {t('Report')}
        </Button>
        <SecondaryButton size="xs" onClick={() => setOpen(false)}>
          {t('Cancel')}
        </SecondaryButton>
      </Group>
    </Stack>
  )
}
