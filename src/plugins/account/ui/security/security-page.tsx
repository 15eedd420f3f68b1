import { Alert, Button, Group, List, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import {
  changeEmail,
  changePassword,
  deleteAccount,
  exportAccount,
} from '../../../../core/contract/account.js'
import {
  endOtherSessions,
  endOwnSession,
  type OwnSession,
  ownSessions,
} from '../../../../core/contract/sessions.js'
import { FretworkError } from '../../../../core/platform/fretwork-error.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { NewPassword } from '../../../../core/react/credentials/new-password.js'
import { isPasswordLength } from '../../../../core/react/credentials/password-fields.js'
import { type Answer, useAttempt, useCall } from '../../../../core/react/hooks/use-answer.js'
import { useKernel, useStore, useText } from '../../../../core/react/kernel-context.js'
import { SecondaryButton } from '../../../../core/react/looks.js'
import { type Asked, Question } from '../../../../core/react/question.js'
import { Refused } from '../../../../core/react/refused.js'
import { refusalText } from '../../refusals.js'
import { deviceText, SESSIONS_CHANGED, sessionTime } from '../../sessions.js'
import classes from '../settings/account.module.css'
import { AccountCard, AccountFrame, CardLine, perUser, useFragmentFocus } from '../settings/account-frame.js'
import { CurrentPassword, FormError, SecretForm, useSecretChecks, useSecretForm } from './secret-form.js'
import { TwoStepCard } from './two-step-card.js'

const SAID = phrases({
  deleted: 'Your account has been deleted.',
})

export default perUser(SecurityPage)

function SecurityPage() {
  const { events } = useKernel()
  const { t } = useText()
  const sessions = useCall(ownSessions)
  const { reload } = sessions
  useEffect(() => {
    const listening = events.on(SESSIONS_CHANGED, reload)
    return () => listening.dispose()
  }, [events, reload])
  useFragmentFocus(sessions.value !== undefined || sessions.error !== undefined)
  return (
    <AccountFrame title={t('Security')} note={t('Login, password and your data.')}>
      <SessionsCard answer={sessions} />
      <TwoStepCard onFirst={sessions.reload} />
      <PasswordCard onChanged={sessions.reload} />
      <AddressCard />
      <ExportCard />
      <DeletionCard />
    </AccountFrame>
  )
}

const LAST_LINE = '\n{"complete":true}\n'

function ExportCard() {
  const { api, platform, tenant } = useKernel()
  const { t } = useText()
  const { busy, attempt } = useAttempt(refusalText)
  const run = async () => {
    const rows = await api.call(exportAccount)
    // A proxy may cut off a response without causing an error.
    if (!new TextDecoder().decode(rows.slice(-LAST_LINE.length)).endsWith(LAST_LINE))
      throw new FretworkError('export_cut_off', 'The export does not end with its last line.')
    const file = `${tenant.current.key}-account-${new Date().toISOString().slice(0, 10)}.ndjson`
    platform.page?.saveFile(file, rows)
  }
  return (
    <AccountCard
      id="export"
      title={t('Your data')}
      note={t(
        'Everything the server stores about you, including files, as JSON with one record per line. Settings stored in this browser aren’t included.',
      )}
    >
      <Group>
        <Button variant="default" loading={busy} onClick={() => void attempt(run)}>
          {t('Export my data')}
        </Button>
      </Group>
    </AccountCard>
  )
}

function SessionsCard({ answer }: { readonly answer: Answer<{ items: OwnSession[] }> }) {
  const { t } = useText()
  const { value, error, reload } = answer
  const { busy, endOne, endOthers } = useEndSessions(reload)
  const [asked, setAsked] = useState<Asked>()
  const others = value?.items.filter(({ current }) => !current) ?? []
  const confirmOthers = {
    title: t('End all other sessions?'),
    text: t('All other browsers and apps will be logged out. This one stays logged in.'),
    yes: t('End sessions'),
    run: endOthers,
  }
  const valuesOf = useSessionValues()
  const confirmOne = (session: OwnSession) => ({
    title: t('End this session?'),
    text: t('{{device}}, started {{begun}}, will be logged out.', valuesOf(session)),
    yes: t('End session'),
    run: () => endOne(session.id),
  })
  return (
    <AccountCard
      id="sessions"
      title={t('Sessions')}
      note={t('Where you’re logged in. End any session you don’t recognize and change your password.')}
    >
      {error !== undefined && <Refused error={error} words={refusalText} onRetry={reload} />}
      {!value && error === undefined && <Skeleton height={120} />}
      {value && (
        <>
          <Stack component="ul" gap={0} m={0} p={0}>
            {value.items.map(session => (
              <SessionLine
                key={session.id}
                session={session}
                busy={busy}
                onEnd={() => setAsked(confirmOne(session))}
              />
            ))}
          </Stack>
          <Group>
            {/* A disabled button would lose focus. */}
            <SecondaryButton
              id="end-sessions"
              loading={busy}
              data-disabled={others.length === 0 || undefined}
              aria-disabled={others.length === 0}
              onClick={() => others.length > 0 && setAsked(confirmOthers)}
            >
              {others.length === 0 ? t('No other sessions') : t('End all other sessions')}
            </SecondaryButton>
          </Group>
        </>
      )}
      <Question asked={asked} onClose={() => setAsked(undefined)} />
    </AccountCard>
  )
}

interface LineProps {
  readonly session: OwnSession
  readonly busy: boolean
  readonly onEnd: () => void
}

function SessionLine({ session, busy, onEnd }: LineProps) {
  const { t } = useText()
  const values = useSessionValues()(session)
  const { current, network } = session
  const times = t('Started {{begun}}, last used {{seen}}', values)
  return (
    <CardLine
      name={values.device}
      badge={current ? t('This session') : undefined}
      note={network === undefined ? times : `${times} · ${t('Network {{network}}', { network })}`}
    >
      {!current && (
        <SecondaryButton
          size="xs"
          disabled={busy}
          aria-label={t('End session: {{device}}, started {{begun}}', values)}
          onClick={onEnd}
        >
          {t('End')}
        </SecondaryButton>
      )}
    </CardLine>
  )
}

function useSessionValues() {
  const { tm, locale } = useText()
  return (session: OwnSession) => ({
    device: deviceText(session, (english, values) => tm('account', english, values)),
    begun: sessionTime(session.begunAt, locale),
    seen: sessionTime(session.seenAt, locale),
  })
}

function useEndSessions(reload: () => void) {
  const { api } = useKernel()
  const { busy, attempt } = useAttempt(refusalText)
  // Reload even after an error: the list may be stale.
  const run = (call: () => Promise<unknown>) => attempt(async () => void (await call().finally(reload)))
  return {
    busy,
    endOne: (id: string) => run(() => api.call(endOwnSession, { params: { id } })),
    endOthers: () => run(() => api.call(endOtherSessions)),
  }
}

function DeletionCard() {
  const { t } = useText()
  const [opened, setOpened] = useState(false)
  // Closing the dialog during the call would not cancel the call.
  const [busy, setBusy] = useState(false)
  const close = () => {
    if (!busy) setOpened(false)
  }
  const { hash, key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes if the same link is opened again
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
      notices.post({ kind: 'success', source: 'account', message: SAID.deleted })
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
          <List.Item>{t('your paid plan (you won’t be charged again)')}</List.Item>
        </List>
        <Text size="sm">{t('Songs and settings stored in this browser won’t be deleted.')}</Text>
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

const { DONE } = phrases({ DONE: 'Password changed. Your other sessions have ended.' })

function PasswordCard({ onChanged }: { readonly onChanged: () => void }) {
  const { api, auth, notices } = useKernel()
  const { t } = useText()
  const user = useStore(auth.state, state => state.user)
  const { currentPassword } = useSecretChecks()
  const { field, ...secret } = useSecretForm({
    checks: {
      currentPassword,
      password: value =>
        isPasswordLength(value) ? undefined : t('Choose a password with 8 to 256 characters.'),
    },
    async send(body) {
      await api.call(changePassword, { body })
      notices.post({ kind: 'success', source: 'account', message: DONE })
      onChanged()
    },
  })
  return (
    <AccountCard
      id="password"
      title={t('Password')}
      note={t('Changing your password ends your other sessions. We’ll also notify you by email.')}
    >
      <SecretForm secret={secret} submit={t('Change password')}>
        {/* Lets password managers identify the account. */}
        <input type="text" autoComplete="username" hidden readOnly value={user?.email ?? ''} />
        <CurrentPassword {...field('currentPassword')} />
        <NewPassword
          label={t('New password')}
          words={[user?.name ?? '', user?.email ?? '']}
          {...field('password')}
        />
      </SecretForm>
    </AccountCard>
  )
}

function AddressCard() {
  const { api, auth } = useKernel()
  const { t } = useText()
  const present = useStore(auth.state, ({ user }) => user?.email ?? '')
  const [sentTo, setSentTo] = useState<string>()
  const checks = useSecretChecks()
  const { field, ...secret } = useSecretForm({
    checks: { email: checks.email, currentPassword: checks.currentPassword },
    async send({ email, currentPassword }) {
      await api.call(changeEmail, { body: { email: email.trim(), currentPassword } })
      setSentTo(email.trim())
    },
  })
  return (
    <AccountCard
      id="address"
      title={t('Email address')}
      note={t('You log in with {{address}}.', { address: present })}
    >
      <div className={classes.status} role="status">
        {sentTo !== undefined && (
          <Alert title={t('Check your inbox at {{address}}', { address: sentTo })}>
            {t(
              'To switch to the new address, open the link in the email we sent to it. The link works for 24 hours.',
            )}
          </Alert>
        )}
      </div>
      <SecretForm secret={secret} submit={t('Send link')}>
        <TextInput label={t('New email address')} type="email" autoComplete="email" {...field('email')} />
        <CurrentPassword {...field('currentPassword')} />
      </SecretForm>
    </AccountCard>
  )
}
