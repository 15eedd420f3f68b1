/** Tabs of all pages in a group of the navigation, whichever plugins they come from. */
import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router-dom'
import { useNavigation } from './hooks/use-navigation.js'
import { useText } from './hooks/use-text.js'
import classes from './page-tabs.module.css'

/** @example const tabs = <PageTabs group="Account" /> */
export function PageTabs({ group }: { readonly group: string }) {
  const { tm } = useText()
  const pages = useNavigation().filter(page => page.group === group && !page.unlisted)
  const nav = useRef<HTMLElement>(null)
  // On a phone they don't all fit: scroll to the current one.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) nav.current?.scrollTo({ left: current.offsetLeft - nav.current.offsetLeft - 40 })
  }, [])
  return (
    <nav ref={nav} className={classes.tabs} aria-label={tm(pages[0]?.plugin ?? 'app', group)}>
      {pages.map(({ path, plugin, title }) => (
        <NavLink key={path} to={path}>
          {tm(plugin, title)}
        </NavLink>
      ))}
    </nav>
  )
}
