/**
 * A form that the password proves: checked when a field is left and when it is sent, the server's refusals at
 * their fields, and nothing typed kept once it is through.
 */
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import { fieldRefusals } from '../../../core/http/field-refusals.js'
import { codeOf } from '../../../core/platform/fretwork-error.js'
import { useText } from '../../../core/react/use-text.js'
import { refusalOf } from '../refusals.js'

/** What is wrong with a value, as a sentence to show. */
type Check = (value: string) => string | undefined

interface Parts<Field extends string> {
  /** In the order of the screen: the first that is wrong gets the focus. */
  readonly checks: Readonly<Record<Field, Check>>
  send(given: Readonly<Record<Field, string>>): Promise<void>
}

export function useSecretForm<Field extends string>({ checks, send }: Parts<Field>) {
  const { tm } = useText()
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  /** Counts the times that it went through: another number is another, empty form. */
  const [sent, setSent] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const names = Object.keys(checks) as Field[]

  const complain = (wrong: Partial<Record<Field, string>>): boolean => {
    setErrors(wrong)
    const first = names.find(name => wrong[name] !== undefined)
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    return first !== undefined
  }

  const refused = (error: unknown) => {
    const { source, message, values } = refusalOf(error)
    const wrong: Partial<Record<string, string>> = {}
    if (codeOf(error) === 'password_wrong') wrong.currentPassword = tm(source, message, values)
    for (const { field, sentence } of fieldRefusals(error))
      wrong[field] ??= sentence === undefined ? tm(source, message, values) : tm('core', sentence)
    const here = names.filter(name => wrong[name] !== undefined).map(name => [name, wrong[name]])
    if (!complain(Object.fromEntries(here) as Partial<Record<Field, string>>)) setFailure(error)
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const typed = new FormData(event.currentTarget)
    const given = Object.fromEntries(names.map(name => [name, String(typed.get(name) ?? '')]))
    const wrong = Object.fromEntries(names.map(name => [name, checks[name](given[name] ?? '')]))
    setFailure(undefined)
    if (complain(wrong as Partial<Record<Field, string>>)) return
    setBusy(true)
    try {
      await send(given as Record<Field, string>)
      setSent(sent + 1)
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    failure,
    form: { key: sent, ref: form, onSubmit: submit, noValidate: true },
    field: (name: Field) => ({
      name,
      error: errors[name],
      // A field that was only passed through has nothing to complain about yet.
      onBlur: ({ currentTarget: { value } }: FocusEvent<HTMLInputElement>) => {
        if (value !== '') setErrors(before => ({ ...before, [name]: checks[name](value) }))
      },
      onChange: () => setErrors(before => ({ ...before, [name]: undefined })),
    }),
  }
}

/** What may stand in these fields. */
export function useSecretChecks() {
  const { t } = useText()
  return {
    currentPassword: (value: string) => (value === '' ? t('Enter your current password.') : undefined),
    email: (value: string) =>
      /^\S+@\S+$/.test(value.trim()) ? undefined : t('Enter an e-mail address, such as name@example.org.'),
  }
}
