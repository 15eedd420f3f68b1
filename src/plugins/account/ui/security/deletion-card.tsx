/** The end of an account: what goes, typed out and proven before it does. */
import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { deleteAccount } from '../../../../core/api/own-account.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { AccountCard } from '../account-frame.js'
import { FormFailure } from '../form-failure.js'
import { CurrentPassword } from './current-password.js'
import { useSecretChecks, useSecretForm } from './use-secret-form.js'

const { DONE } = phrases({ DONE: 'Your account is deleted.' })

export function DeletionCard() {
  const { t } = useText()
  const [asked, setAsked] = useState(false)
  // What is under way cannot be taken back by closing the window, so it stays until it is known how it ended.
  const [busy, setBusy] = useState(false)
  const close = () => {
    if (!busy) setAsked(false)
  }
  const { hash, key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again asks again
  useEffect(() => {
    if (hash === '#delete') setAsked(true)
  }, [hash, key])

  return (
    <AccountCard
      id="delete"
      title={t('Delete account')}
      note={t('For good, and at once: nobody can bring it back.')}
    >
      <Group>
        <Button variant="default" c="var(--fw-bad)" onClick={() => setAsked(true)}>
          {t('Delete account …')}
        </Button>
      </Group>
      <Modal
        opened={asked}
        onClose={close}
        title={t('Delete your account?')}
        closeButtonProps={{ 'aria-label': t('Close'), disabled: busy }}
      >
        <Deletion onCancel={close} onBusy={setBusy} />
      </Modal>
    </AccountCard>
  )
}

interface DeletionProps {
  readonly onCancel: () => void
  readonly onBusy: (busy: boolean) => void
}

function Deletion({ onCancel, onBusy }: DeletionProps) {
  const { api, auth, notices } = useKernel()
  const { t } = useText()
  const address = useStore(auth.state, ({ user }) => user?.email ?? '')
  const { currentPassword } = useSecretChecks()
  const { busy, failure, form, field } = useSecretForm({
    checks: {
      address: value =>
        value.trim().toLowerCase() === address.toLowerCase()
          ? undefined
          : t('Type {{address}}, so that nobody does this by accident.', { address }),
      currentPassword,
    },
    async send(given) {
      await api.call(deleteAccount, { body: { currentPassword: given.currentPassword } })
      notices.post({ kind: 'success', source: 'account', message: DONE })
      await auth.logout()
    },
  })
  useEffect(() => {
    onBusy(busy)
    return () => onBusy(false)
  }, [busy, onBusy])
  const { key, ...rest } = form
  return (
    <form key={key} {...rest}>
      <Stack gap="sm">
        <Text size="sm">{t('This goes with it:')}</Text>
        <List size="sm">
          <List.Item>{t('your profile, your picture and who follows whom')}</List.Item>
          <List.Item>{t('all your sessions, on every device')}</List.Item>
          <List.Item>{t('what you pay for: it ends, and nothing more is charged')}</List.Item>
        </List>
        <Text size="sm">{t('Songs and settings in this browser stay in this browser.')}</Text>
        <FormFailure error={failure} />
        <TextInput
          label={t('Your e-mail address, typed out')}
          description={address}
          autoComplete="off"
          data-autofocus
          {...field('address')}
        />
        <CurrentPassword {...field('currentPassword')} />
        <Group justify="flex-end">
          <Button variant="default" disabled={busy} onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <Button type="submit" bg="var(--fw-bad)" c="var(--fw-panel)" loading={busy}>
            {t('Delete for good')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
