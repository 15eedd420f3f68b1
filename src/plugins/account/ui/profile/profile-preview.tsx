/** The profile as others see it, while it is written. */
import { Alert, Badge, Group } from '@mantine/core'
import { UserAvatar, type UserAvatarProps } from '../../../../core/react/avatar/user-avatar.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import type { ProfileDraft } from '../../profile-rules.js'
import classes from '../account.module.css'
import { AccountCard } from '../account-frame.js'

export function ProfilePreview({ user }: { readonly user: ProfileDraft & UserAvatarProps['user'] }) {
  const { t } = useText()
  return (
    <div className={classes.aside}>
      <AccountCard id="preview" title={t('As others see it')}>
        {!user.public && (
          <Alert p="xs">{t('Nobody but you and the administrators: the profile is not public.')}</Alert>
        )}
        <div className={classes.seen}>
          <UserAvatar user={user} size={96} />
          <div>
            <p className={classes.seenName}>{user.name.trim() || t('No name')}</p>
            <p className={classes.note}>@{user.handle}</p>
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
