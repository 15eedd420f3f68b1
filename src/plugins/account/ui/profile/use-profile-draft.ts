import { useCallback, useEffect, useRef, useState } from 'react'
import { ownProfile, type Profile, saveProfile } from '../../../../core/contract/users.js'
import { GO_TO } from '../../../../core/events/app-events.js'
import { failureNotice, fieldRefusals } from '../../../../core/http/error-sentences.js'
import { codeOf } from '../../../../core/platform/fretwork-error.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useKernel, useStore } from '../../../../core/react/kernel-context.js'
import {
  bodyOf,
  discardStoredDraft,
  draftOf,
  isSameDraft,
  mergedDraft,
  PROFILE_FIELDS,
  type ProfileDraft,
  type ProfileField,
  restoredDraft,
  storeDraft,
  validationError,
} from '../../profile.js'
import { refusalText } from '../../refusals.js'

const SAID = phrases({
  saved: 'Profile saved.',
  unsaved: 'Your profile has unsaved changes.',
  back: 'Go to profile',
})
const topic = 'account profile'

type FieldErrors = Partial<Record<ProfileField, string>>

export function useProfileDraft(loaded: Profile, onInvalid: (field: ProfileField) => void) {
  const kernel = useKernel()
  const { api, auth, notices } = kernel
  const userId = useStore(auth.state, ({ user }) => user?.id ?? '')
  const [saved, setSaved] = useState(() => draftOf(loaded))
  const [draft, setDraft] = useState(() => restoredDraft(kernel, userId, saved) ?? saved)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)
  const changed = !isSameDraft(draft, saved)
  useStoreOnLeave(userId, changed ? { draft, saved } : undefined)

  const showErrors = (found: FieldErrors): boolean => {
    setErrors(found)
    const first = PROFILE_FIELDS.find(field => found[field] !== undefined)
    if (first) onInvalid(first)
    return first !== undefined
  }

  const refused = (error: unknown) => {
    const wrong: FieldErrors = {}
    if (codeOf(error) === 'handle_taken') wrong.handle = refusalText(error).message
    for (const { field } of fieldRefusals(error)) {
      const name = PROFILE_FIELDS.find(each => field.startsWith(each))
      if (name) wrong[name] = validationError(name, { ...draft, [name]: '' }) ?? refusalText(error).message
    }
    if (!showErrors(wrong)) notices.post(failureNotice(error, refusalText))
  }

  const save = async () => {
    if (busy) return
    const wrong = PROFILE_FIELDS.map(field => [field, validationError(field, draft)])
    if (showErrors(Object.fromEntries(wrong) as FieldErrors)) return
    setBusy(true)
    try {
      const latest = draftOf(await api.call(ownProfile))
      const body = bodyOf(mergedDraft(saved, draft, latest))
      const now = draftOf(await api.call(saveProfile, { body }))
      setSaved(now)
      // Keep what the user typed while saving.
      setDraft(typed => mergedDraft(draft, typed, now))
      discardStoredDraft(kernel, draft)
      notices.post({ kind: 'success', source: 'account', message: SAID.saved, topic })
      // The header and the token also contain the name.
      if (now.name !== saved.name) await auth.reload()
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }

  // Memoized form fields need a stable callback.
  const change = useCallback((part: Partial<ProfileDraft>) => {
    setDraft(before => ({ ...before, ...part }))
    setErrors(before => {
      const changedFields = PROFILE_FIELDS.filter(field => field in part && before[field] !== undefined)
      if (changedFields.length === 0) return before
      return { ...before, ...Object.fromEntries(changedFields.map(field => [field, undefined])) }
    })
  }, [])

  return {
    draft,
    errors,
    busy,
    changed,
    change,
    check(field: ProfileField) {
      setErrors(before => ({ ...before, [field]: validationError(field, draft) }))
    },
    save,
    discard() {
      setDraft(saved)
      setErrors({})
    },
  }
}

/** Stores unsaved changes when the user leaves the page. The browser asks before closing the tab. */
function useStoreOnLeave(userId: string, unsaved: Parameters<typeof storeDraft>[2]): void {
  const kernel = useKernel()
  const last = useRef(unsaved)
  last.current = unsaved

  useEffect(
    () => () => {
      storeDraft(kernel, userId, last.current)
      const { auth, events, notices } = kernel
      if (!last.current || auth.state.getState().user?.id !== userId) return
      const action = { label: SAID.back, run: () => events.emit(GO_TO, { path: '/account/profile' }) }
      notices.post({ kind: 'warning', source: 'account', message: SAID.unsaved, action, topic })
    },
    [kernel, userId],
  )

  const dirty = unsaved !== undefined
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])
}
