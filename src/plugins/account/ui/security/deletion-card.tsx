import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { deleteAccount } from '../../../../core/api/account.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { AccountCard } from '../account-frame.js'
import { CurrentPassword, FormError, useSecretChecks, useSecretForm } from './secret-form.js'

const { DONE } = phrases({ DONE: 'Your account has been deleted.' })

export function DeletionCard() {
  const { t } = useText()
  const [opened, setOpened] = useState(false)
  // Closing the dialog would not cancel the call, so it stays open.
  const [busy, setBusy] = useState(false)
  const close = () => {
    if (!busy) setOpened(false)
  }
  const { hash, key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening the same link again asks again
  useEffect(() => {
    if (hash === '#delete') setOpened(true)
  }, [hash, key])

  return (
    <AccountCard
      id="delete"
      title={t('Delete account')}
      note={t('This takes effect immediately and can’t be undone.')}
    >
      <Group>
        <Button variant="default" c="var(--fw-bad)" onClick={() => setOpened(true)}>
          {t('Delete account…')}
        </Button>
      </Group>
      <Modal
        opened={opened}
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
          : t('Type {{address}} to confirm.', { address }),
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
        <Text size="sm">{t('This will be deleted:')}</Text>
        <List size="sm">
          <List.Item>{t('your profile, picture and followers')}</List.Item>
          <List.Item>{t('all your sessions, on every device')}</List.Item>
          <List.Item>{t('your paid plan: it ends and nothing more is charged')}</List.Item>
        </List>
        <Text size="sm">{t('Songs and settings stored in this browser are kept.')}</Text>
        <FormError error={failure} />
        <TextInput
          label={t('Type your email address to confirm')}
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
            {t('Delete permanently')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
