import { Alert, Button, Group, Loader, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { personName } from '../../../../core/contract/endpoint.js'
import {
  addPasskey,
  beginPasskey,
  type FactorState,
  removePasskey,
  removeTotp,
  renewCodes,
  secondFactorState,
} from '../../../../core/contract/second-factor.js'
import type { RefusalWords } from '../../../../core/http/error-sentences.js'
import { codeOf } from '../../../../core/platform/fretwork-error.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { createPasskey, passkeyWords } from '../../../../core/react/credentials/factor-form.js'
import { useAttempt, useCall } from '../../../../core/react/hooks/use-answer.js'
import { useForm } from '../../../../core/react/hooks/use-form.js'
import { useKernel, useStore, useText } from '../../../../core/react/kernel-context.js'
import { SecondaryButton } from '../../../../core/react/looks.js'
import { type Asked, Question } from '../../../../core/react/question.js'
import { Refused } from '../../../../core/react/refused.js'
import { refusalText } from '../../refusals.js'
import { sessionTime } from '../../sessions.js'
import classes from '../settings/account.module.css'
import { AccountCard, CardLine } from '../settings/account-frame.js'
import { PasswordStep, type SetupProps } from './password-step.js'
import { SecretForm } from './secret-form.js'

// Contains the QR code encoder, which most visits don’t need.
const AppSetup = lazy(() => import('./app-setup.js'))

const SAID = phrases({
  app: 'Authenticator app set up.',
  passkey: 'Passkey added.',
  appGone: 'Authenticator app removed.',
  passkeyGone: 'Passkey removed.',
  copied: 'Recovery codes copied.',
})

const CARD = 'second-factor'
const focusCard = () => document.getElementById(CARD)?.focus()

/** @param onFirst called when two-step login is turned on, which ends the other sessions */
export function TwoStepCard({ onFirst }: { readonly onFirst: () => void }) {
  const { notices } = useKernel()
  const { t } = useText()
  const { value, error, reload } = useCall(secondFactorState)
  const [setup, setSetup] = useState<'app' | 'passkey'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const done = (message: string) => (first?: readonly string[]) => {
    setSetup(undefined)
    notices.post({ kind: 'success', source: 'account', message })
    if (first) {
      setCodes(first)
      onFirst()
    } else focusCard()
    reload()
  }
  const asksPassword = value?.hasPassword === true && !isOn(value)
  const onCancel = () => {
    setSetup(undefined)
    focusCard()
  }
  const onCodesKept = () => {
    setCodes(undefined)
    focusCard()
  }
  return (
    <AccountCard
      id={CARD}
      title={t('Two-step login')}
      note={t('You’ll also need a passkey or a code from your phone to log in.')}
    >
      {error !== undefined && <Refused error={error} words={refusalText} onRetry={reload} />}
      {!value && error === undefined && <Skeleton height={120} />}
      {value?.required && !isOn(value) && (
        <Alert>
          {t(
            'Administrators need two-step login here. You can’t use administrator features until it’s set up.',
          )}
        </Alert>
      )}
      <Suspense fallback={<Loader size="sm" />}>
        {codes && <RecoveryCodes codes={codes} onDone={onCodesKept} />}
        {setup === 'app' && (
          <AppSetup asksPassword={asksPassword} onDone={done(SAID.app)} onCancel={onCancel} />
        )}
        {setup === 'passkey' && (
          <PasskeySetup asksPassword={asksPassword} onDone={done(SAID.passkey)} onCancel={onCancel} />
        )}
      </Suspense>
      {value && setup === undefined && (
        <Factors state={value} reload={reload} onSetUp={setSetup} onCodes={setCodes} />
      )}
    </AccountCard>
  )
}

function isOn({ totp, passkeys }: FactorState): boolean {
  return totp || passkeys.length > 0
}

interface FactorsProps {
  readonly state: FactorState
  readonly reload: () => void
  readonly onSetUp: (factor: 'app' | 'passkey') => void
  readonly onCodes: (codes: readonly string[]) => void
}

function Factors({ state, reload, onSetUp, onCodes }: FactorsProps) {
  const { api, notices } = useKernel()
  const { t, locale } = useText()
  const { busy, attempt } = useAttempt(refusalText)
  const [asked, setAsked] = useState<Asked>()
  const isLast = Number(state.totp) + state.passkeys.length === 1
  const off = isLast
    ? [t('This is your last second factor. Without it, you’ll log in with just your password.')]
    : []
  const remove = (call: () => Promise<unknown>, message: string) => () =>
    void attempt(async () => {
      await call().finally(reload)
      notices.post({ kind: 'success', source: 'account', message })
      focusCard()
    })
  const renew = () =>
    attempt(async () => {
      onCodes((await api.call(renewCodes)).recoveryCodes)
      reload()
    })
  const here = location.origin === state.passkeyOrigin
  const removeButton = (label: string, question: Omit<Asked, 'severe'> & { readonly text: string }) => (
    <SecondaryButton
      size="xs"
      disabled={busy}
      aria-label={label}
      onClick={() => setAsked({ ...question, text: [question.text, ...off], severe: isLast })}
    >
      {t('Remove')}
    </SecondaryButton>
  )
  return (
    <>
      <Stack component="ul" gap={0} m={0} p={0}>
        <CardLine
          name={t('Authenticator app')}
          note={state.totp ? t('Active') : t('An app on your phone shows a new code every 30 seconds.')}
        >
          {state.totp ? (
            removeButton(t('Remove authenticator app'), {
              title: t('Remove the authenticator app?'),
              text: t('Its codes will no longer work.'),
              yes: t('Remove app'),
              run: remove(() => api.call(removeTotp), SAID.appGone),
            })
          ) : (
            <Button size="xs" onClick={() => onSetUp('app')}>
              {t('Set up app')}
            </Button>
          )}
        </CardLine>
        {state.passkeys.map(({ id, name, createdAt, usedAt }) => (
          <CardLine
            key={id}
            name={name}
            badge={t('Passkey')}
            note={
              usedAt === undefined
                ? t('Added {{added}}, never used', { added: sessionTime(createdAt, locale) })
                : t('Added {{added}}, last used {{used}}', {
                    added: sessionTime(createdAt, locale),
                    used: sessionTime(usedAt, locale),
                  })
            }
          >
            {removeButton(t('Remove passkey {{name}}', { name }), {
              title: t('Remove the passkey {{name}}?', { name }),
              text: t('You’ll no longer be able to log in with it. Delete it from your device as well.'),
              yes: t('Remove passkey'),
              run: remove(() => api.call(removePasskey, { params: { id } }), SAID.passkeyGone),
            })}
          </CardLine>
        ))}
        <CardLine
          name={t('Passkeys')}
          note={
            here
              ? t('Your device’s fingerprint, face or PIN, or a security key.')
              : t('Passkeys only work at {{address}}. Open this page there to add one.', {
                  address: state.passkeyOrigin,
                })
          }
        >
          {here && (
            <Button size="xs" variant={state.totp ? 'default' : 'filled'} onClick={() => onSetUp('passkey')}>
              {t('Add a passkey')}
            </Button>
          )}
        </CardLine>
        {isOn(state) && (
          <CardLine name={t('Recovery codes')} note={t('{{left}} left', { left: state.recoveryCodes })}>
            <SecondaryButton
              size="xs"
              disabled={busy}
              onClick={() =>
                setAsked({
                  title: t('Get new recovery codes?'),
                  text: t('Your current codes will stop working.'),
                  yes: t('Get new codes'),
                  run: () => void renew(),
                })
              }
            >
              {t('New recovery codes')}
            </SecondaryButton>
          </CardLine>
        )}
      </Stack>
      <Question asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { auth, notices, platform, tenant } = useKernel()
  const { t } = useText()
  const { attempt } = useAttempt(refusalText)
  const { name, key } = useStore(tenant.store)
  const email = useStore(auth.state, ({ user }) => user?.email ?? '')
  const heading = useRef<HTMLDivElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = `${t('Recovery codes for {{email}} on {{name}}', { email, name })}\n\n${codes.join('\n')}\n`
  const copy = async () => {
    await platform.page?.copyText(text)
    notices.post({ kind: 'success', source: 'account', message: SAID.copied })
  }
  const save = () => {
    platform.page?.saveFile(`${key}-recovery-codes.txt`, text)
  }
  return (
    <Alert ref={heading} tabIndex={-1} title={t('Save your recovery codes')} className={classes.codes}>
      <Stack gap="sm">
        <Text size="sm">
          {t(
            'Each code logs you in once without your phone or passkey. Store the codes in a safe place: you won’t see them again.',
          )}
        </Text>
        <SimpleGrid component="ul" cols={{ base: 1, xs: 2 }} spacing={4} className="fw-list">
          {codes.map(code => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </SimpleGrid>
        <Group gap="xs" className="fw-on-screen">
          <SecondaryButton onClick={() => void attempt(copy)}>{t('Copy codes')}</SecondaryButton>
          <SecondaryButton onClick={save}>{t('Download codes')}</SecondaryButton>
          <SecondaryButton onClick={() => window.print()}>{t('Print codes')}</SecondaryButton>
          <Button onClick={onDone}>{t('I’ve saved my codes')}</Button>
        </Group>
      </Stack>
    </Alert>
  )
}

const wordsOf: RefusalWords = error =>
  codeOf(error).startsWith('passkey_') ? passkeyWords(error) : refusalText(error)

function PasskeySetup(props: SetupProps) {
  const { api } = useKernel()
  return (
    <PasswordStep {...props} begin={body => api.call(beginPasskey, { body })}>
      {begun => <NamedPasskey {...begun} {...props} />}
    </PasswordStep>
  )
}

interface NamedPasskeyProps extends Pick<SetupProps, 'onDone' | 'onCancel'> {
  readonly challenge: string
  readonly options: Readonly<Record<string, unknown>>
}

function NamedPasskey({ challenge, options, onDone, onCancel }: NamedPasskeyProps) {
  const { api } = useKernel()
  const { t } = useText()
  const { field, ...form } = useForm<'name'>({
    checks: {
      name: value =>
        personName.safeParse(value.trim()).success ? undefined : t('Enter a name of 1 to 100 characters.'),
    },
    async send({ name }) {
      const body = { challenge, name: name.trim(), ...(await createPasskey(options)) }
      onDone((await api.call(addPasskey, { body })).recoveryCodes)
    },
  })
  return (
    <SecretForm secret={form} words={wordsOf} submit={t('Create passkey')} onCancel={onCancel}>
      <Text size="sm">{t('Your browser will ask where to save the passkey.')}</Text>
      <TextInput
        label={t('Passkey name')}
        description={t('For example, the name of your device or security key')}
        autoFocus
        {...field('name')}
      />
    </SecretForm>
  )
}
