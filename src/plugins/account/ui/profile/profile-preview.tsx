/** The profile as others see it, and a skeleton of the page while it loads. */

import { Alert, Badge, Group, Skeleton, Stack, Text } from '@mantine/core'
import { UserAvatar, type UserAvatarProps } from '../../../../core/react/avatar/user-avatar.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import layout from '../../../../core/react/list-page.module.css'
import type { ProfileDraft } from '../../profile.js'
import classes from '../account.module.css'
import { AccountCard } from '../account-frame.js'

export function ProfilePreview({ user }: { readonly user: ProfileDraft & UserAvatarProps['user'] }) {
  const { t } = useText()
  return (
    <div className={classes.aside}>
      <AccountCard id="preview" title={t('How others see you')}>
        {!user.public && (
          <Alert p="xs">{t('Your profile is private. Only you and administrators can see it.')}</Alert>
        )}
        <Stack gap="xs" align="center" ta="center" className={classes.preview}>
          <UserAvatar user={user} size={96} />
          <div>
            <Text fw={600} fz={18}>
              {user.name.trim() || t('No name')}
            </Text>
            <p className={layout.note}>@{user.handle}</p>
          </div>
          {user.bio.trim() !== '' && <p className={classes.bio}>{user.bio.trim()}</p>}
          <Group gap={6} justify="center">
            {user.instruments.map(instrument => (
              <Badge key={instrument} variant="light" tt="none">
                {instrument}
              </Badge>
            ))}
          </Group>
        </Stack>
      </AccountCard>
    </div>
  )
}

/** Heights of the fields. */
const FIELDS = { name: 36, handle: 36, bio: 102, instruments: 36, tuning: 36, language: 36 }

export function ProfileSkeleton() {
  const { t } = useText()
  return (
    <div className={classes.columns} role="status" aria-label={t('Loading')}>
      <Stack className="fw-card" p={20}>
        <Group gap="md" p="sm" className={classes.picture}>
          <Skeleton circle height={72} />
          <Stack gap="xs" flex="1 1 200px">
            <Skeleton height={14} width="80%" />
            <Skeleton height={30} width={140} />
          </Stack>
        </Group>
        {Object.entries(FIELDS).map(([field, height]) => (
          <div key={field}>
            <Skeleton height={14} width={110} mb={8} />
            <Skeleton height={height} />
          </div>
        ))}
        <Skeleton height={20} width={160} />
      </Stack>
      <Stack className="fw-card" p={20}>
        <Skeleton height={22} width={150} />
        <Stack gap="xs" align="center">
          <Skeleton circle height={96} />
          <Skeleton height={18} width={140} />
          <Skeleton height={14} width={90} />
        </Stack>
      </Stack>
    </div>
  )
}
