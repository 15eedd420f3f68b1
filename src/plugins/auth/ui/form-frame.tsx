import { Button, Stack } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { providersOf } from '../../../core/auth/providers.js'
import { TENANT } from '../../../core/kernel/tokens.js'
import type { useForm } from '../../../core/react/hooks/use-form.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { loginPath } from '../../../core/react/return-path.js'
import { Failure } from './failure.js'
import { Frame, type FrameProps } from './frame.js'
import { ScreenLink, useKeptReturnPath } from './return-links.js'

interface FormFrameProps extends Omit<FrameProps, 'children'> {
  readonly form: Pick<ReturnType<typeof useForm>, 'busy' | 'failure' | 'form'>
  readonly submit: string
  readonly autoFocus?: boolean
  readonly before?: ReactNode
  readonly children?: ReactNode
  readonly foot?: ReactNode
}

export function FormFrame(props: FormFrameProps) {
  const { form, submit, autoFocus = false, before, children, foot, ...frame } = props
  const { t } = useText()
  return (
    <Frame {...frame}>
      {before}
      <Failure error={form.failure} />
      <form {...form.form}>
        <Stack gap="md">
          {children}
          <Button type="submit" loading={form.busy} size="md" autoFocus={autoFocus}>
            {submit}
          </Button>
        </Stack>
      </form>
      {foot ?? <ScreenLink to="/login">{t('Back to login')}</ScreenLink>}
    </Frame>
  )
}

export function DoneFrame(props: Pick<FrameProps, 'title' | 'lead'>) {
  const { t } = useText()
  const loggedIn = useStore(useKernel().auth.state, state => state.status === 'loggedIn')
  const { kept = '' } = useKeptReturnPath()
  const login = kept === '' ? '/login' : loginPath(kept)
  return (
    <Frame {...props} focusHeading>
      <Button component={Link} to={loggedIn ? '/fretboard' : login} size="md">
        {loggedIn ? t('Go to the fretboard') : t('Log in')}
      </Button>
    </Frame>
  )
}

// Loaded on demand: tests/scripts/build/first-files.test.ts limits the size of the login page.
const ProviderButtons = lazy(() => import('./provider-buttons.js'))

export function Providers({ children }: { readonly children?: ReactNode }) {
  const { length } = providersOf(useStore(useService(TENANT).store))
  if (length === 0) return null
  return (
    <>
      {/* As tall as the buttons, to avoid a layout shift. */}
      <Suspense fallback={<div style={{ height: 34 + 52 * length }} />}>
        <ProviderButtons />
      </Suspense>
      {children}
    </>
  )
}
