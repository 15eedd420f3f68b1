import { Badge, Box, Group, Stack, Title } from '@mantine/core'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { attempted } from '../../../../core/platform/fretwork-error.js'
import { useLast } from '../../../../core/react/hooks/use-last.js'
import { useKernel, useStore } from '../../../../core/react/kernel-context.js'
import layout from '../../../../core/react/list-page.module.css'
import { PageTabs } from '../../../../core/react/page-tabs.js'

interface FrameProps {
  readonly title: string
  readonly note: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

export function AccountFrame({ title, note, action, children }: FrameProps) {
  return (
    <div className={layout.page}>
      <PageTabs group="Account" />
      <Group component="header" justify="space-between" gap="12px 24px">
        {/* Long notes wrap before the action button does. */}
        <Box flex="1 1 320px" miw={0}>
          <h1 className={layout.title} tabIndex={-1}>
            {title}
          </h1>
          <p className={layout.note}>{note}</p>
        </Box>
        {action}
      </Group>
      {children}
    </div>
  )
}

export interface CardProps {
  readonly id: string
  readonly title: string
  readonly note?: ReactNode
  readonly children: ReactNode
}

export function AccountCard({ id, title, note, children }: CardProps) {
  return (
    <Stack component="section" className="fw-card" p={20} miw={0} aria-labelledby={id}>
      <CardHeading id={id} title={title} note={note} />
      {children}
    </Stack>
  )
}

export function CardHeading({ id, title, note }: Omit<CardProps, 'children'>) {
  return (
    <div>
      <Title order={2} size={18} bdrs={4} id={id} tabIndex={-1}>
        {title}
      </Title>
      {note !== undefined && <p className={layout.note}>{note}</p>}
    </div>
  )
}

interface LineProps {
  readonly name: string
  readonly badge?: string | undefined
  readonly note: string
  readonly children: ReactNode
}

export function CardLine({ name, badge, note, children }: LineProps) {
  return (
    <Group
      component="li"
      gap="xs md"
      justify="space-between"
      py="sm"
      style={{ borderTop: '1px solid var(--fw-line)' }}
    >
      <div>
        <Group gap="xs">
          <strong>{name}</strong>
          {badge !== undefined && (
            <Badge tt="none" variant="light">
              {badge}
            </Badge>
          )}
        </Group>
        <p className={layout.note}>{note}</p>
      </div>
      {children}
    </Group>
  )
}

/** Remounts the page when the user changes, for example because another tab logs out and in again. */
export function perUser(Page: ComponentType): ComponentType {
  return function UserPage() {
    const { auth } = useKernel()
    const id = useStore(auth.state, ({ user }) => user?.id || undefined)
    return <Page key={useLast(id)} />
  }
}

/**
 * Scrolls to the URL fragment and focuses it.
 * @param ready whether the sections are rendered
 * @param idOf maps a fragment to an element ID
 */
export function useFragmentFocus(ready: boolean, idOf = (fragment: string) => fragment): void {
  const { hash, key } = useLocation()
  const target = idOf(fragmentOf(hash))

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes if the same link is clicked again
  useEffect(() => {
    if (!ready || target === '') return
    // Wait until the layout has scrolled to the top.
    const frame = requestAnimationFrame(() => {
      const part = document.getElementById(target)
      part?.scrollIntoView({ block: 'start' })
      part?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [ready, target, key])
}

function fragmentOf(hash: string): string {
  const fragment = hash.slice(1)
  // A malformed fragment matches no section.
  return attempted(() => decodeURIComponent(fragment)) ?? fragment
}

export default function AccountPage() {
  return <Navigate to="/account/profile" replace />
}
