import { Button, Drawer, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { AdminUser } from '../../../core/api/admin.js'
import * as api from '../../../core/api/admin.js'
import { ADMIN_ROLE, PLAN_LEVELS } from '../../../core/api/claims.js'
import { phrases } from '../../../core/platform/phrases.js'
import { useAttempt } from '../../../core/react/hooks/use-attempt.js'
import { useLast } from '../../../core/react/hooks/use-last.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { type Asked, Question } from '../../../core/react/question.js'
import { Select } from '../../../core/react/select.js'
import classes from './admin.module.css'
import { planOf, refusalText, timeText } from './admin-text.js'
import { UserBadges } from './users-table.js'

interface UserDrawerProps {
  readonly user: AdminUser | undefined
  readonly onChange: (user: AdminUser) => void
  readonly onShowEntries: (userId: string) => void
  readonly onClose: () => void
}

/** Mounted while closed: a drawer that mounts open can’t return the focus. */
export function UserDrawer({ user, onChange, onShowEntries, onClose }: UserDrawerProps) {
  const { t } = useText()
  // Keeps the user during the closing animation.
  const last = useLast(user)
  return (
    <Drawer
      opened={user !== undefined}
      onClose={onClose}
      position="right"
      title={last?.name}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {last && (
        <Stack key={last.id} gap="lg">
          <Facts user={last} />
          <PlanChoice key={planOf(last)} user={last} onChange={onChange} />
          <Actions user={last} onChange={onChange} />
          <Button variant="subtle" onClick={() => onShowEntries(last.id)}>
            {t('Show in audit log')}
          </Button>
        </Stack>
      )}
    </Drawer>
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
      <Stack component="dl" gap="xs" m={0}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className={classes.dim}>{name}</dt>
            <dd className={classes.fact}>{value}</dd>
          </div>
        ))}
      </Stack>
      <UserBadges user={user} />
    </div>
  )
}

interface ActionsProps extends Pick<UserDrawerProps, 'onChange'> {
  readonly user: AdminUser
}

function PlanChoice({ user, onChange }: ActionsProps) {
  const { t } = useText()
  const { api: client } = useKernel()
  const { busy, run } = useUserChange(user, onChange)
  const [level, setLevel] = useState(planOf(user))
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
        onChange={chosen => setLevel((chosen ?? 'free') as ReturnType<typeof planOf>)}
      />
      <Button
        variant="default"
        loading={busy}
        disabled={level === planOf(user)}
        onClick={() =>
          run({
            call: () => client.call(api.changePlan, { params: { id: user.id }, body: { level } }),
            said: DONE.plan,
          })
        }
      >
        {t('Grant plan')}
      </Button>
    </Group>
  )
}

function Actions({ user, onChange }: ActionsProps) {
  const { t } = useText()
  const { api: client } = useKernel()
  const { busy, run } = useUserChange(user, onChange)
  const [asked, setAsked] = useState<Asked>()
  const admin = user.roles.includes(ADMIN_ROLE)
  const { name } = user
  const params = { id: user.id }
  const suspension: UserChange = {
    call: () => client.call(api.suspendUser, { params }),
    said: DONE.suspended,
  }
  const readmission: UserChange = {
    call: () => client.call(api.readmitUser, { params }),
    said: DONE.readmitted,
  }
  const roleChange = (admin: boolean): UserChange => ({
    call: () => client.call(api.changeRoles, { params, body: { roles: admin ? [ADMIN_ROLE] : [] } }),
    said: admin ? DONE.promoted : DONE.demoted,
  })
  const suspend = {
    title: t('Suspend {{name}}?', { name }),
    text: t('All sessions end immediately, and the user can’t log in until you lift the suspension.'),
    yes: t('Suspend'),
    severe: true,
    run: () => run(suspension, readmission),
  }
  const end = {
    title: t('End all sessions of {{name}}?', { name }),
    text: t('The user will have to log in again on all devices. This can’t be undone.'),
    yes: t('End sessions'),
    run: () => run({ call: () => client.call(api.endUserSessions, { params }), said: DONE.ended }),
  }
  const promote = {
    title: t('Make {{name}} an administrator?', { name }),
    text: t('Administrators can see and suspend all users and change plans and roles.'),
    yes: t('Assign role'),
    run: () => run(roleChange(true), roleChange(false)),
  }
  const demote = {
    title: t('Remove administrator role from {{name}}?', { name }),
    text: t('This takes effect immediately.'),
    yes: t('Remove role'),
    run: () => run(roleChange(false), roleChange(true)),
  }
  return (
    <Stack gap="xs">
      {user.suspendedAt === undefined ? (
        <Button variant="default" onClick={() => setAsked(suspend)}>
          {t('Suspend')}
        </Button>
      ) : (
        <Button variant="default" loading={busy} onClick={() => run(readmission, suspension)}>
          {t('Lift suspension')}
        </Button>
      )}
      {/* Not `disabled`, which would lose the focus. */}
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

const DONE = phrases({
  suspended: '{{name}} suspended.',
  readmitted: '{{name}} can log in again.',
  ended: 'All sessions of {{name}} ended.',
  promoted: '{{name}} is now an administrator.',
  demoted: '{{name}} is no longer an administrator.',
  plan: 'Plan of {{name}} changed.',
})
const { UNDO } = phrases({ UNDO: 'Undo' })

interface UserChange {
  readonly call: () => Promise<AdminUser>
  readonly said: string
}

function useUserChange(user: AdminUser, onChange: (user: AdminUser) => void) {
  const { auth, notices } = useKernel()
  const { busy, attempt } = useAttempt(refusalText)
  const run = ({ call, said: message }: UserChange, undo?: UserChange) =>
    void attempt(async () => {
      const now = await call()
      onChange(now)
      // The administrator’s own plan and roles are in the token.
      if (now.id === auth.state.getState().user?.id) void auth.refresh({ fresh: true })
      const action = undo && { label: UNDO, run: () => run(undo) }
      const values = { name: user.name }
      notices.post({ kind: 'success', source: 'admin', message, values, ...(action && { action }) })
    })
  return { busy, run }
}
