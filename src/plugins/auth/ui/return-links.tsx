/** Keeps the return path in the URL while the user moves between login screens. */
import { Anchor, Group } from '@mantine/core'
import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { STORAGE, TENANT } from '../../../core/kernel/tokens.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { RETURN_PARAMETER, safeReturnPath } from '../../../core/react/return-path.js'

const HOME = '/fretboard'

/** Return path in the URL. It is not validated, so only pass it on. */
export function useReturnPath(): string | undefined {
  const [query] = useSearchParams()
  return query.get(RETURN_PARAMETER) ?? undefined
}

/** Stores the return path for registrations, which continue in the tab opened from the email. */
export function useKeptReturnPath() {
  const storage = useService(STORAGE)
  const key = useService(TENANT).storageKey('Return')
  const keep = (path: string | undefined) => {
    try {
      if (path === undefined) storage.remove(key)
      else storage.set(key, path)
    } catch {
      // Registration also works without storage.
    }
  }
  return { kept: storage.get(key), keep }
}

export function useRedirectAfterLogin(returnTo?: string, waits = false): void {
  const { auth, host } = useKernel()
  const wanted = useReturnPath()
  // The URL and the tab's storage may have been manipulated, so validate the path.
  const destination = safeReturnPath(returnTo ?? wanted ?? null, host.manifests) ?? HOME
  const navigate = useNavigate()
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  useEffect(() => {
    if (loggedIn && !waits) void navigate(destination, { replace: true })
  }, [loggedIn, waits, navigate, destination])
}

export function ScreenLink({ to, children }: { readonly to: string; readonly children: string }) {
  const wanted = useReturnPath()
  const path = wanted === undefined ? to : `${to}?${RETURN_PARAMETER}=${encodeURIComponent(wanted)}`
  return (
    <Anchor component={Link} to={path} size="sm">
      {children}
    </Anchor>
  )
}

export function LegalLinks() {
  const { t } = useText()
  return (
    <Group gap="md" justify="center" component="nav" aria-label={t('About this site')}>
      <ScreenLink to="/privacy">{t('Privacy policy')}</ScreenLink>
      <ScreenLink to="/terms">{t('Terms of service')}</ScreenLink>
      <Anchor href="/cms/" size="sm">
        {t('See what Fretwork does')}
      </Anchor>
    </Group>
  )
}
