/** The pages of the account, one beside the other. */
import { NavLink } from 'react-router-dom'
import { useText } from '../../../core/react/use-text.js'
import classes from './account.module.css'

export function AccountNav() {
  const { t } = useText()
  const pages = [
    ['profile', t('Profile')],
    ['subscription', t('Subscription')],
    ['settings', t('Settings')],
    ['keys', t('Keys')],
    ['security', t('Security')],
  ] as const
  return (
    <nav className={classes.nav} aria-label={t('Account')}>
      {pages.map(([path, title]) => (
        <NavLink key={path} to={`/account/${path}`}>
          {title}
        </NavLink>
      ))}
    </nav>
  )
}
