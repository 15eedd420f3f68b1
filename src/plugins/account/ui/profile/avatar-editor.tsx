/** The own picture: chosen, dropped, taken away and brought back. Each counts at once. */
import { Button, FileButton, Group, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { UserAvatar, type UserAvatarProps } from '../../../../core/react/avatar/user-avatar.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import classes from '../account.module.css'
import { scaledPicture } from './scaled-picture.js'
import type { OwnPicture } from './use-own-picture.js'

/** The button that opens the browser's dialog. */
export const CHOOSE_PICTURE = 'picture'

interface EditorProps {
  readonly user: UserAvatarProps['user']
  readonly picture: OwnPicture
}

export function AvatarEditor({ user, picture: { busy, save, remove } }: EditorProps) {
  const { t } = useText()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    // A song that is dropped on the window is opened; what is dropped here is meant for here.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the other way; the button is the keyboard's
    <div
      className={classes.picture}
      data-over={over || undefined}
      onDragOver={dragOver}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <UserAvatar user={user} size={72} />
      <div className={classes.pictureText}>
        <Text size="sm" c="dimmed">
          {t('Drop a picture here, or choose one. Its middle is shown.')}
        </Text>
        <Group gap="xs">
          <FileButton
            accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
            inputProps={{
              'aria-label': t('Picture file'),
              // A browser is silent about the file that was chosen last, which may not have got through.
              onClick: ({ currentTarget }) => {
                currentTarget.value = ''
              },
            }}
            onChange={file => file && void save(() => scaledPicture(file))}
          >
            {props => (
              <Button {...props} id={CHOOSE_PICTURE} size="xs" variant="default" loading={busy}>
                {user.avatar === undefined ? t('Choose a picture') : t('Choose another picture')}
              </Button>
            )}
          </FileButton>
          {user.avatar !== undefined && (
            <Button size="xs" variant="subtle" disabled={busy} onClick={() => void remove()}>
              {t('Remove the picture')}
            </Button>
          )}
        </Group>
      </div>
    </div>
  )
}
