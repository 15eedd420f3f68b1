/** Keeping, removing and bringing back the own picture: each counts at once. */
import { useState } from 'react'
import { avatarOf, removeAvatar, saveAvatar } from '../../../../core/api/avatars.js'
import { codeOf } from '../../../../core/platform/fretwork-error.js'
import { phrases } from '../../../../core/platform/phrases.js'
import type { UserAvatarProps } from '../../../../core/react/avatar/user-avatar.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { refusalOf } from '../../refusals.js'
import { base64Of } from './scaled-picture.js'

const SAID = phrases({ saved: 'Your picture is saved.', removed: 'Your picture is gone.', undo: 'Undo' })

export type OwnPicture = ReturnType<typeof useOwnPicture>

/** @param onChange is told the version of the new picture */
export function useOwnPicture(
  user: Pick<UserAvatarProps['user'], 'id'>,
  onChange: (avatar: string | undefined) => void,
) {
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
