import { Alert, Badge, Button, FileButton, Group, Skeleton, Stack, Text } from '@mantine/core'
import { type DragEvent, useEffect, useState } from 'react'
import {
  avatarOf,
  PICTURE_BYTES,
  PICTURE_PIXELS,
  removeAvatar,
  saveAvatar,
} from '../../../../core/contract/account.js'
import { ownProfile, type Profile } from '../../../../core/contract/users.js'
import { FretworkError } from '../../../../core/platform/fretwork-error.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useAttempt, useCall } from '../../../../core/react/hooks/use-answer.js'
import { useTouchInput } from '../../../../core/react/hooks/use-touch-input.js'
import { useKernel, useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import layout from '../../../../core/react/list-page.module.css'
import { Hint, SecondaryButton, UserText } from '../../../../core/react/looks.js'
import { Refused } from '../../../../core/react/refused.js'
import { UserAvatar, type UserAvatarProps } from '../../../../core/react/user-avatar.js'
import type { ProfileDraft, ProfileField } from '../../profile.js'
import { PROFILE_EDITOR } from '../../profile.js'
import { refusalText } from '../../refusals.js'
import classes from '../settings/account.module.css'
import { AccountCard, AccountFrame, perUser, useFragmentFocus } from '../settings/account-frame.js'
import { ProfileForm } from './profile-form.js'
import { useProfileDraft } from './use-profile-draft.js'

export default perUser(ProfilePage)

function ProfilePage() {
  const { t } = useText()
  const { value, error, reload } = useCall(ownProfile)
  useFragmentFocus(value !== undefined)
  return (
    <AccountFrame title={t('Profile')} note={t('Others will see this once you make it public.')}>
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
              'Only you and administrators can see your private profile. People you follow see your name and handle.',
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

const CHOOSE_PICTURE = 'picture'

interface EditorProps {
  readonly user: UserAvatarProps['user']
  readonly picture: ProfilePicture
}

function AvatarEditor({ user, picture: { busy, save, remove } }: EditorProps) {
  const { t } = useText()
  const isTouch = useTouchInput()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    // Otherwise, the window’s drop handler would open the picture as a song.
    event.stopPropagation()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) void save(() => scaledPicture(file))
  }
  const dragOver = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setOver(true)
  }
  return (
    // Keyboard users choose a file with the button instead.
    <Group
      gap="md"
      p="sm"
      bd={`1px dashed ${over ? 'var(--fw-accent)' : 'var(--fw-line)'}`}
      bdrs={12}
      bg={over ? 'var(--mantine-color-accent-light)' : undefined}
      onDragOver={dragOver}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <UserAvatar user={user} size={72} />
      <Stack gap="xs" flex="1 1 200px">
        <Hint>
          {isTouch
            ? t('Choose a picture. It will be cropped to a square.')
            : t('Drop a picture here or choose one. It will be cropped to a square.')}
        </Hint>
        <Group gap="xs">
          <FileButton
            accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
            inputProps={{
              'aria-label': t('Picture file'),
              // Otherwise, choosing the same file again after an error fires no event.
              onClick: ({ currentTarget }) => {
                currentTarget.value = ''
              },
            }}
            onChange={file => file && void save(() => scaledPicture(file))}
          >
            {props => (
              <SecondaryButton {...props} id={CHOOSE_PICTURE} size="xs" loading={busy}>
                {user.avatar === undefined ? t('Choose picture') : t('Change picture')}
              </SecondaryButton>
            )}
          </FileButton>
          {user.avatar !== undefined && (
            <Button size="xs" variant="subtle" disabled={busy} onClick={() => void remove()}>
              {t('Remove picture')}
            </Button>
          )}
        </Group>
      </Stack>
    </Group>
  )
}

const SAID = phrases({ removed: 'Picture removed.', undo: 'Undo' })

type ProfilePicture = ReturnType<typeof useProfilePicture>

function useProfilePicture(
  user: Pick<UserAvatarProps['user'], 'id'>,
  onChange: (avatar: string | undefined) => void,
) {
  const { api, auth, notices } = useKernel()
  const { busy, attempt } = useAttempt(refusalText)
  const save = (picture: () => Promise<string>) =>
    attempt(async () => {
      const { avatar } = await api.call(saveAvatar, { body: { picture: await picture() } })
      onChange(avatar)
      void auth.reload()
    })
  const remove = () =>
    attempt(async () => {
      const before = await api.call(avatarOf, { params: { id: user.id } })
      await api.call(removeAvatar)
      onChange(undefined)
      void auth.reload()
      const action = { label: SAID.undo, run: () => void save(async () => base64Of(before)) }
      notices.post({ kind: 'success', source: 'account', message: SAID.removed, action })
    })
  return { busy, save, remove }
}

const MAX_FILE_BYTES = 20 * 1024 * 1024
const PREFIX = 'data:image/png;base64,'

/**
 * @returns the center of the picture as base64
 * @throws FretworkError `file_too_large`, `picture_unreadable`, `picture_too_large`
 */
async function scaledPicture(file: Blob): Promise<string> {
  if (file.size > MAX_FILE_BYTES)
    throw new FretworkError('file_too_large', 'This file is larger than 20 MB. Choose a smaller one.')
  const bitmap = await readPicture(file)
  const canvas = document.createElement('canvas')
  canvas.width = PICTURE_PIXELS
  canvas.height = PICTURE_PIXELS
  const context = canvas.getContext('2d')
  if (!context) throw unreadable()
  const side = Math.min(bitmap.width, bitmap.height)
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2]
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, left, top, side, side, 0, 0, PICTURE_PIXELS, PICTURE_PIXELS)
  bitmap.close()
  const base64 = canvas.toDataURL('image/png').slice(PREFIX.length)
  if ((base64.length / 4) * 3 > PICTURE_BYTES)
    throw new FretworkError('picture_too_large', 'This picture is too detailed. Choose a simpler one.')
  return base64
}

async function readPicture(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file)
  } catch (cause) {
    throw unreadable(cause)
  }
}

function unreadable(cause?: unknown): FretworkError {
  return new FretworkError(
    'picture_unreadable',
    'Can’t read this picture. Choose a PNG, JPEG or WebP file.',
    {
      cause,
    },
  )
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}
