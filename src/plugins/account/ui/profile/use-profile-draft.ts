/** The profile while it is written: what differs from the server's, what is wrong with it, and keeping it on leaving. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { ownProfile, type Profile, saveProfile } from '../../../../core/api/users.js'
import { GO_TO } from '../../../../core/events/go-to.js'
import { fieldRefusals } from '../../../../core/http/field-refusals.js'
import { codeOf } from '../../../../core/platform/fretwork-error.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { forgetDraft, keepDraft, keptDraft } from '../../kept-drafts.js'
import {
  bodyOf,
  complaintAbout,
  draftOf,
  isSameDraft,
  mergedDraft,
  PROFILE_FIELDS,
  type ProfileDraft,
  type ProfileField,
} from '../../profile-rules.js'
import { refusalOf } from '../../refusals.js'

const SAID = phrases({
  saved: 'Your profile is saved.',
  unsaved: 'Your profile has changes that are not saved. They wait on its page.',
  back: 'Back to it',
})
/** Once it is saved, it is no longer true that it waits. */
const topic = 'account profile'

type Complaints = Partial<Record<ProfileField, string>>

/** @param onWrong a field that has to be corrected first */
export function useProfileDraft(loaded: Profile, onWrong: (field: ProfileField) => void) {
  const kernel = useKernel()
  const { api, auth, notices } = kernel
  const userId = useStore(auth.state, ({ user }) => user?.id ?? '')
  const [saved, setSaved] = useState(() => draftOf(loaded))
  const [draft, setDraft] = useState(() => keptDraft(kernel, userId, saved) ?? saved)
  const [complaints, setComplaints] = useState<Complaints>({})
  const [busy, setBusy] = useState(false)
  const changed = !isSameDraft(draft, saved)
  useKeptOnLeaving(userId, changed ? { draft, saved } : undefined)

  const complain = (wrong: Complaints): boolean => {
    setComplaints(wrong)
    const first = PROFILE_FIELDS.find(field => wrong[field] !== undefined)
    if (first) onWrong(first)
    return first !== undefined
  }

  const refused = (error: unknown) => {
    const wrong: Complaints = {}
    if (codeOf(error) === 'handle_taken') wrong.handle = refusalOf(error).message
    for (const { field } of fieldRefusals(error)) {
      const name = PROFILE_FIELDS.find(each => field.startsWith(each))
      if (name) wrong[name] = complaintAbout(name, { ...draft, [name]: '' }) ?? refusalOf(error).message
    }
    if (!complain(wrong)) notices.post({ kind: 'error', code: codeOf(error), ...refusalOf(error) })
  }

  const save = async () => {
    if (busy) return
    const wrong = PROFILE_FIELDS.map(field => [field, complaintAbout(field, draft)])
    if (complain(Object.fromEntries(wrong) as Complaints)) return
    setBusy(true)
    try {
      const latest = draftOf(await api.call(ownProfile))
      const body = bodyOf(mergedDraft(saved, draft, latest))
      const now = draftOf(await api.call(saveProfile, { body }))
      setSaved(now)
      // What was written while it was on its way is not in it, and stays.
      setDraft(written => mergedDraft(draft, written, now))
      forgetDraft(kernel, draft)
      notices.post({ kind: 'success', source: 'account', message: SAID.saved, topic })
      // The name stands in the token and in the header as well.
      if (now.name !== saved.name) await auth.reload()
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }

  // One function for good: what is memoised in the form is not drawn anew for every letter.
  const change = useCallback((part: Partial<ProfileDraft>) => {
    setDraft(before => ({ ...before, ...part }))
    setComplaints(before => {
      const answered = PROFILE_FIELDS.filter(field => field in part && before[field] !== undefined)
      if (answered.length === 0) return before
      return { ...before, ...Object.fromEntries(answered.map(field => [field, undefined])) }
    })
  }, [])

  return {
    draft,
    complaints,
    busy,
    changed,
    change,
    check(field: ProfileField) {
      setComplaints(before => ({ ...before, [field]: complaintAbout(field, draft) }))
    },
    save,
    discard() {
      setDraft(saved)
      setComplaints({})
    },
  }
}

/** The router cannot be held; so what was written stays, and the notice asks. The browser itself asks on closing. */
function useKeptOnLeaving(userId: string, unsaved: Parameters<typeof keepDraft>[2]): void {
  const kernel = useKernel()
  const last = useRef(unsaved)
  last.current = unsaved

  useEffect(
    () => () => {
      keepDraft(kernel, userId, last.current)
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
