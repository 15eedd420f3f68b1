/** The log-in: one card on a quiet page that shows the product. */
import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { sentenceFor } from '../../../core/http/error-sentences.js'
import { RETURN_PARAMETER, safeReturnPath } from '../../../core/kernel/return-path.js'
import { AUTH, TENANT } from '../../../core/kernel/tokens.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { useStore } from '../../../core/react/use-store.js'
import { useText } from '../../../core/react/use-text.js'
import classes from './login.module.css'
import { NeckPicture } from './neck-picture.js'

/** Where a log-in leads that nobody asked for from elsewhere. */
const HOME = '/fretboard'

export default function Login() {
  const auth = useService(AUTH)
  const tenant = useService(TENANT)
  const name = useStore(tenant.store, card => card.name)
  const { host } = useKernel()
  const { t, tm } = useText()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [failure, setFailure] = useState<{ sentence: string; values?: Record<string, string | number> }>()
  const [busy, setBusy] = useState(false)
  const alert = useRef<HTMLDivElement>(null)
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  const destination = safeReturnPath(query.get(RETURN_PARAMETER), host.manifests) ?? HOME
  const sentBack = query.has(RETURN_PARAMETER)

  useEffect(() => {
    if (loggedIn) void navigate(destination, { replace: true })
  }, [loggedIn, navigate, destination])

  useEffect(() => {
    if (failure) alert.current?.focus()
  }, [failure])

  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validateInputOnBlur: true,
    validate: {
      email: value =>
        /^\S+@\S+$/.test(value) ? null : t('Enter your e-mail address, such as name@example.org.'),
      password: value => (value ? null : t('Enter your password.')),
    },
  })

  const focusFirstError = (errors: Record<string, unknown>) =>
    form.getInputNode(errors.email ? 'email' : 'password')?.focus()

  const submit = async (values: { email: string; password: string }) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await auth.login({ ...values, rememberMe: true })
    } catch (error) {
      setFailure(sentenceFor(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={classes.page}>
      <NeckPicture className={classes.picture} />
      <div className={`fw-card ${classes.card}`}>
        <form onSubmit={form.onSubmit(submit, focusFirstError)} noValidate>
          <Stack gap="md">
            <div>
              <Title order={1} size="h2">
                {t('Log in to {{name}}', { name })}
              </Title>
              <Text c="dimmed" mt={4}>
                {t('Plug in, play, and see it on the neck.')}
              </Text>
            </div>
            {sentBack && !failure && <Alert>{t('Log in, and you are back where you were.')}</Alert>}
            {failure && (
              <Alert color="red" ref={alert} tabIndex={-1} role="alert">
                {tm('core', failure.sentence, failure.values)}
              </Alert>
            )}
            <TextInput
              label={t('E-mail address')}
              type="email"
              name="email"
              autoComplete="username"
              autoFocus
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label={t('Password')}
              name="password"
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password') }}
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={busy} size="md">
              {t('Log in')}
            </Button>
            <Text size="sm" c="dimmed">
              {t('New here?')} <Anchor href="/cms/">{t('See what Fretwork does')}</Anchor>
            </Text>
          </Stack>
        </form>
      </div>
    </div>
  )
}
