/** What every page of the account has: the way to the others, a heading, and a line about it. */
import type { ReactNode } from 'react'
import classes from './account.module.css'
import { AccountNav } from './account-nav.js'

interface FrameProps {
  readonly title: string
  readonly note: string
  readonly children: ReactNode
}

export function AccountFrame({ title, note, children }: FrameProps) {
  return (
    <div className={classes.page}>
      <AccountNav />
      <header>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.note}>{note}</p>
      </header>
      {children}
    </div>
  )
}

interface CardProps {
  /** Where a fragment of the address leads to. */
  readonly id: string
  readonly title: string
  readonly note?: ReactNode
  readonly children: ReactNode
}

export function AccountCard({ id, title, note, children }: CardProps) {
  return (
    <section className={`fw-card ${classes.card}`} aria-labelledby={id}>
      <h2 className={classes.cardTitle} id={id} tabIndex={-1}>
        {title}
      </h2>
      {note !== undefined && <p className={classes.note}>{note}</p>}
      {children}
    </section>
  )
}
