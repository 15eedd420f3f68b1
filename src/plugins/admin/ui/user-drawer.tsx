/** One user in full, and what can be done about them. */
import { Button, Drawer, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { AdminUser } from '../../../core/api/admin.js'
import { ADMIN_ROLE, PLAN_LEVELS } from '../../../core/api/claims.js'
import { useLast } from '../../../core/react/hooks/use-last.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { type Asked, Question } from '../../../core/react/question.js'
import { Select } from '../../../core/react/select.js'
import classes from './admin.module.css'
import { planOf, timeText } from './admin-words.js'
import { useDeeds } from './use-deeds.js'
import { Signs } from './users-table.js'

interface ShownUserProps {
  readonly user: AdminUser
  readonly onChange: (user: AdminUser) => void
  readonly onShowEntries: (userId: string) => void
}

interface UserDrawerProps extends Omit<ShownUserProps, 'user'> {
  /** Undefined while the drawer is closed. */
  readonly user: AdminUser | undefined
  readonly onClose: () => void
}

/** Also there while it is closed: a drawer that is mounted open does not know whom to give the focus back to. */
export function UserDrawer({ user, onClose, ...rest }: UserDrawerProps) {
  const { t } = useText()
  // The user stays while it slides away.
  const last = useLast(user)
  return (
    <Drawer.Root opened={user !== undefined} onClose={onClose} position="right">
      <Drawer.Overlay />
      <Drawer.Content>
        {/* Without a role: as a header of a dialog it would be a second banner of the page. */}
        <Drawer.Header role="none">
          <Drawer.Title>{last?.name}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('Close')} />
        </Drawer.Header>
        <Drawer.Body>{last && <ShownUser key={last.id} user={last} {...rest} />}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function ShownUser({ user, onChange, onShowEntries }: ShownUserProps) {
  const { t } = useText()
  return (
    <Stack gap="lg">
      <Facts user={user} />
      <PlanChoice key={planOf(user)} user={user} onChange={onChange} />
      <Deeds user={user} onChange={onChange} />
      <Button variant="subtle" onClick={() => onShowEntries(user.id)}>
        {t('Show in audit log')}
      </Button>
    </Stack>
  )
}

function Facts({ user }: { readonly user: AdminUser }) {
  const { t, locale } = useText()
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('Email'), user.email],
    [t('Handle'), `@${user.handle}`],
    [t('Registered'), timeText(user.createdAt, locale)],
    [t('Active sessions'), user.sessions],
    [t('Features'), user.features.join(', ') || t('None')],
    ...(user.suspendedAt === undefined
      ? []
      : [[t('Suspended since'), timeText(user.suspendedAt, locale)] as const]),
  ]
  return (
    <div>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Signs user={user} />
    </div>
  )
}

type DeedsProps = Pick<ShownUserProps, 'user' | 'onChange'>

function PlanChoice({ user, onChange }: DeedsProps) {
  const { t } = useText()
  const { givePlan, busy } = useDeeds(user, onChange)
  const [level, setLevel] = useState<string>(planOf(user))
  const levels = [{ value: 'free', label: t('Free') }, ...PLAN_LEVELS.map(value => ({ value, label: value }))]
  return (
    <Group align="flex-end" gap="xs">
      <Select
        className={classes.search}
        label={t('Plan')}
        description={t('Paid plans are kept; the higher plan applies.')}
        data={levels}
        value={level}
        allowDeselect={false}
        onChange={chosen => setLevel(chosen ?? 'free')}
      />
      <Button
        variant="default"
        loading={busy}
        disabled={level === planOf(user)}
        onClick={() => void givePlan(level as ReturnType<typeof planOf>)}
      >
        {t('Grant plan')}
      </Button>
    </Group>
  )
}

function Deeds({ user, onChange }: DeedsProps) {
  const { t } = useText()
  const deeds = useDeeds(user, onChange)
  const [asked, setAsked] = useState<Asked>()
  const admin = user.roles.includes(ADMIN_ROLE)
  const { name } = user
  const suspend = {
    title: t('Suspend {{name}}?', { name }),
    text: t('All sessions end immediately, and the user can’t log in until you lift the suspension.'),
    yes: t('Suspend'),
    severe: true,
    run: deeds.suspend,
  }
  const end = {
    title: t('End all sessions of {{name}}?', { name }),
    text: t('The user will have to log in again on all devices. This can’t be undone.'),
    yes: t('End sessions'),
    run: deeds.endSessions,
  }
  const promote = {
    title: t('Make {{name}} an administrator?', { name }),
    text: t('Administrators can see and suspend all users and change plans and roles.'),
    yes: t('Assign role'),
    run: () => deeds.setAdmin(true),
  }
  const demote = {
    title: t('Remove administrator role from {{name}}?', { name }),
    text: t('This takes effect immediately.'),
    yes: t('Remove role'),
    run: () => deeds.setAdmin(false),
  }
  return (
    <Stack gap="xs">
      {user.suspendedAt === undefined ? (
        <Button variant="default" onClick={() => setAsked(suspend)}>
          {t('Suspend')}
        </Button>
      ) : (
        <Button variant="default" loading={deeds.busy} onClick={() => void deeds.readmit()}>
          {t('Lift suspension')}
        </Button>
      )}
      {/* Not `disabled`, which would take the focus from who has just ended them. */}
      <Button
        variant="default"
        data-disabled={user.sessions === 0 || undefined}
        aria-disabled={user.sessions === 0}
        onClick={() => user.sessions > 0 && setAsked(end)}
      >
        {t('End all sessions')}
      </Button>
      <Button variant="default" onClick={() => setAsked(admin ? demote : promote)}>
        {admin ? t('Remove administrator role') : t('Make administrator')}
      </Button>
      <Question asked={asked} onClose={() => setAsked(undefined)} />
    </Stack>
  )
}
