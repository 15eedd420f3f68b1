import { FileButton, List, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type ImportOutcome, importUsers } from '../../../core/contract/admin.js'
import { IMPORT_FAULTS, type ImportFault } from '../../../core/contract/import-faults.js'
import type { ProblemDocument } from '../../../core/contract/problem.js'
import { ApiError } from '../../../core/http/api-error.js'
import { refusalWords } from '../../../core/http/error-sentences.js'
import { phrases } from '../../../core/platform/phrases.js'
import { useAttempt } from '../../../core/react/hooks/use-answer.js'
import { useKernel, useText } from '../../../core/react/kernel-context.js'
import { SecondaryButton } from '../../../core/react/looks.js'

export function ImportPeople({ onImported }: { readonly onImported: () => void }) {
  const { t } = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <SecondaryButton onClick={() => setOpen(true)}>{t('Import people')}</SecondaryButton>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={t('Import people')}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <ImportForm onImported={onImported} />
      </Modal>
    </>
  )
}

const words = refusalWords(
  'admin',
  phrases({ import_invalid: 'Nothing was imported. Correct the file and choose it again.' }),
)

function ImportForm({ onImported }: { readonly onImported: () => void }) {
  const { t, tm } = useText()
  const { api } = useKernel()
  const { busy, attempt } = useAttempt(words)
  const [teacher, setTeacher] = useState('')
  const [outcome, setOutcome] = useState<ImportOutcome>()
  const [errors, setErrors] = useState<NonNullable<ProblemDocument['errors']>>([])
  const send = (file: File) =>
    attempt(async () => {
      setOutcome(undefined)
      setErrors([])
      const csv = await file.text()
      try {
        setOutcome(
          await api.call(importUsers, { body: { csv, ...(teacher.trim() && { teacher: teacher.trim() }) } }),
        )
        onImported()
      } catch (error) {
        setErrors((error instanceof ApiError && error.problem?.errors) || [])
        throw error
      }
    })
  return (
    <Stack gap="sm">
      <Text size="sm">
        {t(
          'Choose a CSV file with the columns “name” and “email”, and optionally “plan” and “groups” (names separated by “|”). People without an account are invited by email.',
        )}
      </Text>
      <TextInput
        label={t('Teacher’s email address')}
        description={t('The groups will belong to this account, or to yours if you leave this empty.')}
        type="email"
        value={teacher}
        onChange={event => setTeacher(event.currentTarget.value)}
      />
      <FileButton
        accept=".csv,text/csv"
        inputProps={{
          'aria-label': t('CSV file'),
          // Otherwise, choosing the corrected file fires no event.
          onClick: ({ currentTarget }) => {
            currentTarget.value = ''
          },
        }}
        onChange={file => file && void send(file)}
      >
        {props => (
          <SecondaryButton {...props} loading={busy}>
            {t('Choose CSV file')}
          </SecondaryButton>
        )}
      </FileButton>
      <div role="status">
        {outcome &&
          t('Invited: {{invited}}. Already have an account: {{present}}. Groups: {{groups}}.', {
            ...outcome,
          })}
        {errors.length > 0 && (
          <List size="sm">
            {errors.map(({ code, message, values }) => (
              <List.Item key={message}>
                {tm('admin', IMPORT_FAULTS[code as ImportFault] ?? message, values)}
              </List.Item>
            ))}
          </List>
        )}
      </div>
    </Stack>
  )
}
