/**
 * The log-in: one card on a quiet page that shows the product. Two fields that the browser itself keeps: a forms
 * library would be a tenth of what this page loads of ours and Mantine's.
 */
import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
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

type Field = 'email' | 'password'

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
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
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

  const check = (field: Field, value: string): string | undefined => {
    if (field === 'password') return value === '' ? t('Enter your password.') : undefined
    return /^\S+@\S+$/.test(value) ? undefined : t('Enter your e-mail address, such as name@example.org.')
  }

  /** What the browser knows of a field, and what is wrong with it once it was left. */
  const field = (name: Field) => ({
    name,
    error: errors[name],
    // A field that was only passed through has nothing to complain about yet.
    onBlur: ({ currentTarget: { value } }: FocusEvent<HTMLInputElement>) =>
      setErrors({ ...errors, [name]: value === '' ? undefined : check(name, value) }),
    onChange: () => setErrors({ ...errors, [name]: undefined }),
  })

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    const email = String(given.get('email')).trim()
    const password = String(given.get('password'))
    const wrong = { email: check('email', email), password: check('password', password) }
    setErrors(wrong)
    const first = wrong.email ? 'email' : wrong.password ? 'password' : undefined
    if (first) {
      form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
      return
    }
    setBusy(true)
    setFailure(undefined)
    try {
      await auth.login({ email, password, rememberMe: true })
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
        <form onSubmit={submit} noValidate>
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
              autoComplete="username"
              autoFocus
              {...field('email')}
            />
            <PasswordInput
              label={t('Password')}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password') }}
              {...field('password')}
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
