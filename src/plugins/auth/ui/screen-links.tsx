/** The ways from one of these screens to the others. */
import { Anchor, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useReturn } from './use-return.js'

interface ScreenLinkProps {
  readonly to: string
  readonly children: string
}

/** Another of these screens, which knows as well where the log-in leads. */
export function ScreenLink({ to, children }: ScreenLinkProps) {
  const { keeping } = useReturn()
  return (
    <Anchor component={Link} to={keeping(to)} size="sm">
      {children}
    </Anchor>
  )
}

/** At the foot of a card. */
export function LegalLinks() {
  const { t } = useText()
  return (
    <Group gap="md" justify="center" component="nav" aria-label={t('About this site')}>
      <ScreenLink to="/privacy">{t('Privacy')}</ScreenLink>
      <ScreenLink to="/terms">{t('Terms')}</ScreenLink>
      <Anchor href="/cms/" size="sm">
        {t('See what Fretwork does')}
      </Anchor>
    </Group>
  )
}
