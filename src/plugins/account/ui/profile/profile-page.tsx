import { Alert, Badge, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ownProfile, type Profile } from '../../../../core/api/users.js'
import { UserAvatar, type UserAvatarProps } from '../../../../core/react/avatar/user-avatar.js'
import { useCall } from '../../../../core/react/hooks/use-answer.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import layout from '../../../../core/react/list-page.module.css'
import { UserText } from '../../../../core/react/looks.js'
import { Refused } from '../../../../core/react/refused.js'
import { PROFILE_EDITOR } from '../../internal-tokens.js'
import type { ProfileDraft, ProfileField } from '../../profile.js'
import { refusalText } from '../../refusals.js'
import classes from '../account.module.css'
import { AccountCard, AccountFrame, perUser, useFragmentFocus } from '../account-frame.js'
import { AvatarEditor, CHOOSE_PICTURE, type ProfilePicture, useProfilePicture } from './avatar-editor.js'
import { ProfileForm } from './profile-form.js'
import { useProfileDraft } from './use-profile-draft.js'

export default perUser(ProfilePage)

function ProfilePage() {
  const { t } = useText()
  const { value, error, reload } = useCall(ownProfile)
  useFragmentFocus(value !== undefined)
  return (
    <AccountFrame title={t('Profile')} note={t('What others see once you make it public.')}>
      {error !== undefined && !value && <Refused error={error} words={refusalText} onRetry={reload} />}
      {value ? <LoadedProfile loaded={value} /> : error === undefined && <ProfileSkeleton />}
    </AccountFrame>
  )
}

function LoadedProfile({ loaded }: { readonly loaded: Profile }) {
  const { auth } = useKernel()
  const id = useStore(auth.state, ({ user }) => user?.id ?? '')
  const [avatar, setAvatar] = useState(loaded.avatar)
  const parts = useProfileDraft(loaded, focusOn)
  const picture = useProfilePicture({ id }, setAvatar)
  useEditorState(parts, picture, avatar !== undefined)
  const shown = { id, avatar, ...parts.draft }
  return (
    <div className={classes.columns}>
      <ProfileForm {...parts}>
        <AvatarEditor user={shown} picture={picture} />
      </ProfileForm>
      <ProfilePreview user={shown} />
    </div>
  )
}

function useEditorState(
  { changed, save, discard, change }: ReturnType<typeof useProfileDraft>,
  { remove }: ProfilePicture,
  hasPicture: boolean,
): void {
  const editor = useService(PROFILE_EDITOR)
  useEffect(() =>
    editor.setState({
      changed,
      hasPicture,
      save: () => void save(),
      discard,
      choosePicture: () => document.getElementById(CHOOSE_PICTURE)?.click(),
      removePicture: () => void remove(),
      setPublic: isPublic => change({ public: isPublic }),
    }),
  )
  useEffect(() => () => editor.setState(undefined), [editor])
}

function focusOn(field: ProfileField): void {
  document.querySelector<HTMLElement>(`form [name="${field}"], form [data-field="${field}"] input`)?.focus()
}

function ProfilePreview({ user }: { readonly user: ProfileDraft & UserAvatarProps['user'] }) {
  const { t } = useText()
  return (
    <div className={classes.aside}>
      <AccountCard id="preview" title={t('How others see you')}>
        {!user.public && (
          <Alert p="xs">
            {t(
              'Your profile is private. Only you and administrators can see it. People you follow see your name and handle.',
            )}
          </Alert>
        )}
        <Stack gap="xs" align="center" ta="center" style={{ overflowWrap: 'anywhere' }}>
          <UserAvatar user={user} size={96} />
          <div>
            <Text fw={600} fz={18}>
              {user.name.trim() || t('No name')}
            </Text>
            <p className={layout.note}>@{user.handle}</p>
          </div>
          {user.bio.trim() !== '' && <UserText ta="start">{user.bio.trim()}</UserText>}
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

function ProfileSkeleton() {
  const { t } = useText()
  return (
    <div className={classes.columns} role="status" aria-label={t('Loading')}>
      <Skeleton className="fw-card" height={760} />
      <Skeleton className="fw-card" height={240} />
    </div>
  )
}
