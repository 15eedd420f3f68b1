/** The profile as others see it, and a skeleton of the page while it loads. */

import { Alert, Badge, Group, Skeleton } from '@mantine/core'
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
        <div className={classes.preview}>
          <UserAvatar user={user} size={96} />
          <div>
            <p className={classes.previewName}>{user.name.trim() || t('No name')}</p>
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
        </div>
      </AccountCard>
    </div>
  )
}

/** Heights of the fields: name, handle, about, instruments, tuning, language. */
const FIELDS = [
  { field: 'name', height: 36 },
  { field: 'handle', height: 36 },
  { field: 'bio', height: 102 },
  { field: 'instruments', height: 36 },
  { field: 'tuning', height: 36 },
  { field: 'language', height: 36 },
]

export function ProfileSkeleton() {
  const { t } = useText()
  return (
    <div className={classes.columns} role="status" aria-label={t('Loading')}>
      <div className={`fw-card ${classes.card}`}>
        <div className={classes.picture}>
          <Skeleton circle height={72} />
          <div className={classes.pictureText}>
            <Skeleton height={14} width="80%" />
            <Skeleton height={30} width={140} />
          </div>
        </div>
        {FIELDS.map(({ field, height }) => (
          <div key={field}>
            <Skeleton height={14} width={110} mb={8} />
            <Skeleton height={height} />
          </div>
        ))}
        <Skeleton height={20} width={160} />
      </div>
      <div className={`fw-card ${classes.card}`}>
        <Skeleton height={22} width={150} />
        <div className={classes.preview}>
          <Skeleton circle height={96} />
          <Skeleton height={18} width={140} />
          <Skeleton height={14} width={90} />
        </div>
      </div>
    </div>
  )
}
