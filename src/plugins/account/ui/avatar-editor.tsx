/** The own picture: chosen, dropped, taken away and brought back. Each counts at once. */
import { Button, FileButton, Group, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { avatarOf, removeAvatar, saveAvatar } from '../../../core/api/avatars.js'
import { codeOf } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { useText } from '../../../core/react/use-text.js'
import { UserAvatar, type UserAvatarProps } from '../../../core/react/user-avatar.js'
import { refusalOf } from '../refusals.js'
import classes from './account.module.css'
import { base64Of, scaledPicture } from './scaled-picture.js'

const SAID = phrases({ saved: 'Your picture is saved.', removed: 'Your picture is gone.', undo: 'Undo' })

interface EditorProps {
  readonly user: UserAvatarProps['user']
  /** @param avatar the version of the new picture */
  readonly onChange: (avatar: string | undefined) => void
}

export function AvatarEditor({ user, onChange }: EditorProps) {
  const { t } = useText()
  const { busy, save, remove } = useAvatar(user, onChange)
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
            inputProps={{ 'aria-label': t('Picture file') }}
            onChange={file => file && void save(() => scaledPicture(file))}
          >
            {props => (
              <Button {...props} size="xs" variant="default" loading={busy}>
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

function useAvatar(user: UserAvatarProps['user'], onChange: EditorProps['onChange']) {
  const { api, auth, notices } = useKernel()
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      notices.post({ kind: 'error', code: codeOf(error), ...refusalOf(error) })
    } finally {
      setBusy(false)
    }
  }
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
