/** Edits the user’s profile, with a preview. */
import { useCallback, useEffect, useState } from 'react'
import { ownProfile, type Profile } from '../../../../core/api/users.js'
import { useAnswer } from '../../../../core/react/hooks/use-answer.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import { Refused } from '../../../../core/react/refused.js'
import { PROFILE_EDITOR } from '../../internal-tokens.js'
import type { ProfileField } from '../../profile.js'
import { refusalText } from '../../refusals.js'
import classes from '../account.module.css'
import { AccountFrame, perUser, useFragmentFocus } from '../account-frame.js'
import { AvatarEditor, CHOOSE_PICTURE, type ProfilePicture, useProfilePicture } from './avatar-editor.js'
import { ProfileForm } from './profile-form.js'
import { ProfilePreview, ProfileSkeleton } from './profile-preview.js'
import { useProfileDraft } from './use-profile-draft.js'

export default perUser(ProfilePage)

function ProfilePage() {
  const { api } = useKernel()
  const { t } = useText()
  const ask = useCallback((signal: AbortSignal) => api.call(ownProfile, {}, { signal }), [api])
  const { value, error, reload } = useAnswer(ask)
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

/** Lets commands act on the open page. */
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
