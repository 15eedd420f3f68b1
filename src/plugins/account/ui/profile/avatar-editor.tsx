import { Button, FileButton, Group, Stack } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import {
  avatarOf,
  PICTURE_BYTES,
  PICTURE_PIXELS,
  removeAvatar,
  saveAvatar,
} from '../../../../core/api/account.js'
import { FretworkError } from '../../../../core/platform/fretwork-error.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { UserAvatar, type UserAvatarProps } from '../../../../core/react/avatar/user-avatar.js'
import { useAttempt } from '../../../../core/react/hooks/use-attempt.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { Hint, SecondaryButton } from '../../../../core/react/looks.js'
import { refusalText } from '../../refusals.js'

export const CHOOSE_PICTURE = 'picture'

interface EditorProps {
  readonly user: UserAvatarProps['user']
  readonly picture: ProfilePicture
}

export function AvatarEditor({ user, picture: { busy, save, remove } }: EditorProps) {
  const { t } = useText()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    // Otherwise the window would open it as a song.
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
    // The button is the keyboard alternative.
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
        <Hint>{t('Drop a picture here or choose one. It will be cropped to a square.')}</Hint>
        <Group gap="xs">
          <FileButton
            accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
            inputProps={{
              'aria-label': t('Picture file'),
              // Otherwise choosing the same file again, e.g. after an error, fires no event.
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

const SAID = phrases({ saved: 'Picture saved.', removed: 'Picture removed.', undo: 'Undo' })

export type ProfilePicture = ReturnType<typeof useProfilePicture>

export function useProfilePicture(
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
      notices.post({ kind: 'success', source: 'account', message: SAID.saved })
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

/** @returns the centre as base64 @throws FretworkError `file_too_large`, `picture_unreadable`, `picture_too_large` */
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
    throw new FretworkError('picture_too_large', 'This picture is too detailed. Choose another one.')
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
    'This image can’t be read. Choose a PNG, JPEG or WebP file.',
    {
      cause,
    },
  )
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}
