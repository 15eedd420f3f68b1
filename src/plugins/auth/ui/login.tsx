import { Alert, Button, Group, Loader, Text, TextInput } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { forgetProvider } from '../../../core/auth/providers.js'
import type { FactorChallenge } from '../../../core/contract/problem.js'
import { challengeIn } from '../../../core/http/api-error.js'
import { sentenceFor } from '../../../core/http/error-sentences.js'
import { AUTH, STORAGE, TENANT } from '../../../core/kernel/tokens.js'
import { codeOf } from '../../../core/platform/fretwork-error.js'
import { PasswordField } from '../../../core/react/credentials/password-field.js'
import { useForm } from '../../../core/react/hooks/use-form.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { loginPath } from '../../../core/react/return-path.js'
import { RefusalAlert } from './failure.js'
import { useChecks, useTypedEmail } from './form-fields.js'
import { FormFrame, Providers } from './form-frame.js'
import { Frame } from './frame.js'
import type { LoginOutcome } from './provider-redirect.js'
import {
  LegalLinks,
  ScreenLink,
  useKeptReturnPath,
  useRedirectAfterLogin,
  useReturnPath,
} from './return-links.js'

// Loaded on demand: tests/scripts/build/first-files.test.ts limits the size of the login page.
const SecondStep = lazy(() => import('./second-step.js'))
const Invitation = lazy(() => import('./invitation.js'))
const ResendVerification = lazy(() => import('./send-mail.js'))

export default function Login() {
  const auth = useService(AUTH)
  const tenant = useService(TENANT)
  const storage = useService(STORAGE)
  const { log } = useKernel()
  const { t } = useText()
  const checks = useChecks()
  const card = useStore(tenant.store)
  const returnPath = useReturnPath()
  const external = useProviderAnswer()
  const [email, setEmail] = useState('')
  const [asked, setAsked] = useState<FactorChallenge>()
  const [givenUp, setGivenUp] = useState(false)
  const typedEmail = useTypedEmail()
  const { keep } = useKeptReturnPath()
  useRedirectAfterLogin(external.returnTo, external.pending)

  const done = () => {
    typedEmail.forget()
    keep(undefined)
    forgetProvider({ storage, tenant, log })
  }
  const { field, ...form } = useForm({
    checks: { email: checks.email, password: checks.password },
    async send(given) {
      setEmail(given.email.trim())
      try {
        await auth.login({ email: given.email.trim(), password: given.password, rememberMe: true })
      } catch (error) {
        const challenge = challengeIn(error)
        if (!challenge) throw error
        setAsked(challenge)
        return
      }
      done()
    },
  })

  const challenge = asked ?? (givenUp ? undefined : external.secondFactor)
  if (challenge) {
    const onBack = () => {
      setAsked(undefined)
      setGivenUp(true)
    }
    return (
      <Suspense fallback={<Waiting />}>
        <SecondStep asked={challenge} onDone={asked ? done : (external.onDone ?? done)} onBack={onBack} />
      </Suspense>
    )
  }
  if (external.pending) return <Waiting />
  const { failure } = form
  const arrival = external.refusal ? (
    <RefusalAlert {...external.refusal} />
  ) : (
    returnPath !== undefined && (
      <Alert>
        {returnPath.includes('?join=') ? (
          <Suspense fallback="…">
            <Invitation path={returnPath} />
          </Suspense>
        ) : (
          t('Log in to continue.')
        )}
      </Alert>
    )
  )
  return (
    <FormFrame
      title={t('Log in to {{name}}', { name: card.name })}
      lead={t('Open Guitar Pro, MusicXML and MIDI files, hear them, and see every note on the neck.')}
      before={failure === undefined && arrival}
      form={form}
      submit={t('Log in')}
      foot={
        <>
          <Group justify="space-between" gap="xs">
            <ScreenLink to="/password/forgot">{t('Forgot your password?')}</ScreenLink>
            {card.registration !== 'closed' && (
              <ScreenLink to="/register">{t('New here? Register')}</ScreenLink>
            )}
          </Group>
          <Providers />
          <Button component="a" href="/demo" variant="default" size="md">
            {t('Try it without an account')}
          </Button>
          <LegalLinks />
        </>
      }
    >
      {failure !== undefined && codeOf(failure) === 'email_unverified' && (
        <Suspense>
          <ResendVerification email={email} />
        </Suspense>
      )}
      <TextInput
        label={t('Email address')}
        type="email"
        autoComplete="username"
        autoFocus
        defaultValue={email || typedEmail.initial}
        onInput={event => typedEmail.remember(event.currentTarget.value)}
        {...field('email')}
      />
      <PasswordField label={t('Password')} autoComplete="current-password" {...field('password')} />
    </FormFrame>
  )
}

function Waiting() {
  const card = useStore(useService(TENANT).store)
  const { t } = useText()
  return (
    <Frame title={t('Log in to {{name}}', { name: card.name })}>
      <Group role="status" wrap="nowrap">
        <Loader size="sm" />
        <Text>{t('Logging you in…')}</Text>
      </Group>
    </Frame>
  )
}

/** Callback parameters. Every callback has at least one of them. */
const ANSWER_PARAMETERS = ['code', 'state', 'error'] as const

function useProviderAnswer(): LoginOutcome & { pending: boolean } {
  const { auth, tenant, log, platform } = useKernel()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  // Keep the callback parameters, which are removed from the URL immediately.
  const [answer] = useState(() =>
    ANSWER_PARAMETERS.some(name => query.has(name)) ? new URLSearchParams(query) : undefined,
  )
  const [outcome, setOutcome] = useState<LoginOutcome>()
  const taken = useRef(false)

  useEffect(() => {
    if (!answer || taken.current) return
    taken.current = true
    const goTo = (path: string) => void navigate(path, { replace: true })
    goTo('/login')
    const parts = { auth, tenant, log, storage: platform.storage }
    const finish = async () => {
      const { finishSignIn } = await import('./provider-redirect.js')
      return finishSignIn(parts, answer, returnTo => goTo(loginPath(returnTo)))
    }
    finish()
      .catch(error => ({ refusal: { source: 'core', text: sentenceFor(error) } }))
      .then(setOutcome)
  }, [answer, navigate, auth, tenant, log, platform])

  return { ...outcome, pending: answer !== undefined && outcome === undefined }
}
