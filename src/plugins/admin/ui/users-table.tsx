import { Anchor, Badge, Group, Skeleton, Table } from '@mantine/core'
import type { AdminUser } from '../../../core/contract/admin.js'
import { ADMIN_ROLE, TEACHER_ROLE } from '../../../core/contract/claims.js'
import { useText } from '../../../core/react/kernel-context.js'
import layout from '../../../core/react/list-page.module.css'
import classes from './admin.module.css'
import { planOf, storageText, timeText } from './admin-text.js'

interface UsersTableProps {
  readonly users: readonly AdminUser[] | undefined
  readonly onOpen: (user: AdminUser) => void
}

export function UsersTable({ users, onOpen }: UsersTableProps) {
  const { t, locale } = useText()
  if (!users) return <Skeleton height={240} />
  return (
    <Table
      className={layout.table}
      style={{ overflowWrap: 'anywhere' }}
      verticalSpacing="xs"
      aria-label={t('Users')}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Name')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('Email')}</Table.Th>
          <Table.Th>{t('Plan')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('Storage')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('Registered')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.map(user => (
          <Table.Tr key={user.id}>
            <Table.Td>
              <Anchor
                component="button"
                type="button"
                fw={600}
                c="inherit"
                underline="always"
                onClick={() => onOpen(user)}
              >
                {user.name}
              </Anchor>
              <div className={classes.dim}>@{user.handle}</div>
              <UserBadges user={user} />
            </Table.Td>
            <Table.Td visibleFrom="sm">{user.email}</Table.Td>
            <Table.Td>{planOf(user) === 'free' ? t('Free') : planOf(user)}</Table.Td>
            <Table.Td visibleFrom="sm">{t('{{used}} of {{limit}} MB', storageText(user, locale))}</Table.Td>
            <Table.Td visibleFrom="sm">{timeText(user.createdAt, locale)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

export function UserBadges({ user }: { readonly user: AdminUser }) {
  const { t } = useText()
  const badges = [
    user.roles.includes(ADMIN_ROLE) && t('Administrator'),
    user.roles.includes(TEACHER_ROLE) && t('Teacher'),
    user.suspendedAt !== undefined && t('Suspended'),
    !user.emailVerified && t('Email not confirmed'),
  ].filter(badge => badge !== false)
  if (badges.length === 0) return null
  return (
    <Group gap={4} mt={4}>
      {badges.map(badge => (
        <Badge key={badge} variant="outline" color="gray" tt="none" c="var(--fw-ink)">
          {badge}
        </Badge>
      ))}
    </Group>
  )
}
