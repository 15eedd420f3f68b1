/** The pages of the account, one beside the other. */
import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router-dom'
import { useText } from '../../../core/react/hooks/use-text.js'
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
  const nav = useRef<HTMLElement>(null)
  // On a phone not all of them fit: the page that is shown is in sight.
  useEffect(() => {
    const here = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (here) nav.current?.scrollTo({ left: here.offsetLeft - nav.current.offsetLeft - 40 })
  }, [])
  return (
    <nav ref={nav} className={classes.nav} aria-label={t('Account')}>
      {pages.map(([path, title]) => (
        <NavLink key={path} to={`/account/${path}`}>
          {title}
        </NavLink>
      ))}
    </nav>
  )
}
