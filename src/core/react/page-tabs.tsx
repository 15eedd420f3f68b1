import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router-dom'
import { useNavigation, useText } from './kernel-context.js'
import classes from './page-tabs.module.css'

/** Shows tabs for a navigation group, or for a page and its subpages. */
export function PageTabs({ group, of }: { readonly group?: string; readonly of?: string }) {
  const { tm } = useText()
  const pages = useNavigation().filter(page =>
    of === undefined ? page.group === group && !page.unlisted : page.path === of || page.tabOf === of,
  )
  const label = group ?? pages[0]?.title ?? ''
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) nav.current?.scrollTo({ left: current.offsetLeft - nav.current.offsetLeft - 40 })
  }, [])
  return (
    <nav ref={nav} className={classes.tabs} aria-label={tm(pages[0]?.plugin ?? 'app', label)}>
      {pages.map(({ path, plugin, title }) => (
        <NavLink key={path} to={path} end={of !== undefined}>
          {tm(plugin, title)}
        </NavLink>
      ))}
    </nav>
  )
}
