/** The own profile: written on one side, and as others see it on the other. */
import { useCallback, useEffect, useState } from 'react'
import { ownProfile, type Profile } from '../../../../core/api/users.js'
import { useAnswer } from '../../../../core/react/hooks/use-answer.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import { Refused } from '../../../../core/react/refused.js'
import type { ProfileField } from '../../profile-rules.js'
import { refusalOf } from '../../refusals.js'
import { PROFILE_DESK } from '../../tokens.js'
import classes from '../account.module.css'
import { AccountFrame } from '../account-frame.js'
import { ownPage } from '../own-page.js'
import { useLinkedPart } from '../use-linked-part.js'
import { AvatarEditor, CHOOSE_PICTURE } from './avatar-editor.js'
import { AwaitedProfile } from './awaited-profile.js'
import { ProfileForm } from './profile-form.js'
import { ProfilePreview } from './profile-preview.js'
import { type OwnPicture, useOwnPicture } from './use-own-picture.js'
import { useProfileDraft } from './use-profile-draft.js'

export default ownPage(ProfilePage)

function ProfilePage() {
  const { api } = useKernel()
  const { t } = useText()
  const ask = useCallback((signal: AbortSignal) => api.call(ownProfile, {}, { signal }), [api])
  const { value, error, reload } = useAnswer(ask)
  useLinkedPart(value !== undefined)
  return (
    <AccountFrame
      title={t('Profile')}
      note={t('Who you are to others. Nobody sees it unless you make it public.')}
    >
      {error !== undefined && !value && <Refused error={error} words={refusalOf} onRetry={reload} />}
      {value ? <LoadedProfile loaded={value} /> : error === undefined && <AwaitedProfile />}
    </AccountFrame>
  )
}

function LoadedProfile({ loaded }: { readonly loaded: Profile }) {
  const { auth } = useKernel()
  const id = useStore(auth.state, ({ user }) => user?.id ?? '')
  const [avatar, setAvatar] = useState(loaded.avatar)
  const parts = useProfileDraft(loaded, focusOn)
  const picture = useOwnPicture({ id }, setAvatar)
  useDesk(parts, picture, avatar !== undefined)
  const shown = { id, avatar, ...parts.draft }
  return (
    <div className={classes.beside}>
      <ProfileForm {...parts}>
        <AvatarEditor user={shown} picture={picture} />
      </ProfileForm>
      <ProfilePreview user={shown} />
    </div>
  )
}

/** For the commands that do what the buttons here do. */
function useDesk(
  { changed, save, discard, change }: ReturnType<typeof useProfileDraft>,
  { remove }: OwnPicture,
  hasPicture: boolean,
): void {
  const desk = useService(PROFILE_DESK)
  useEffect(() =>
    desk.setState({
      changed,
      hasPicture,
      save: () => void save(),
      discard,
      choosePicture: () => document.getElementById(CHOOSE_PICTURE)?.click(),
      removePicture: () => void remove(),
      setPublic: isPublic => change({ public: isPublic }),
    }),
  )
  useEffect(() => () => desk.setState(undefined), [desk])
}

function focusOn(field: ProfileField): void {
  document.querySelector<HTMLElement>(`form [name="${field}"], form [data-field="${field}"] input`)?.focus()
}
