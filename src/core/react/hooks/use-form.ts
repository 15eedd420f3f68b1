/**
 * A form whose fields the browser itself keeps: checked when a field is left and when the form is sent, with the
 * server's refusals at their fields. A forms library would be a tenth of what the login page loads of ours and Mantine's.
 */
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import { fieldRefusals } from '../../http/error-sentences.js'
import { useText } from './use-text.js'

/** What is wrong with a value, as a sentence to show; nothing where it is right. A checkbox is `on` or empty. */
type Check = (value: string) => string | undefined

export interface FormParts<Field extends string> {
  /** In the order of the screen: the first that is wrong gets the focus. */
  readonly checks: Readonly<Record<Field, Check>>
  /** What is thrown is shown at its fields, else as the form's failure. */
  send(given: Readonly<Record<Field, string>>): Promise<void>
  /** Where, and how, an error is said that is about a field without naming it. */
  blame?(error: unknown): { readonly field: Field; readonly said: string } | undefined
}

export function useForm<Field extends string>({ checks, send, blame }: FormParts<Field>) {
  const { tm } = useText()
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const names = Object.keys(checks) as Field[]

  const complain = (wrong: Partial<Record<Field, string>>): boolean => {
    setErrors(wrong)
    const first = names.find(name => wrong[name] !== undefined)
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    return first !== undefined
  }

  const refused = (error: unknown) => {
    const wrong: Partial<Record<Field, string>> = {}
    const blamed = blame?.(error)
    if (blamed) wrong[blamed.field] = blamed.said
    for (const { field, sentence } of fieldRefusals(error)) {
      const name = names.find(each => each === field)
      // What the server says of a field in its own words is English: ours say what to do, in the user's.
      const said = sentence !== undefined ? tm('core', sentence) : name && checks[name]('')
      if (name && said !== undefined) wrong[name] ??= said
    }
    if (!complain(wrong)) setFailure(error)
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const given = Object.fromEntries(names.map(name => [name, String(data.get(name) ?? '')]))
    const wrong = Object.fromEntries(names.map(name => [name, checks[name](given[name] ?? '')]))
    if (complain(wrong as Partial<Record<Field, string>>)) return
    // The button waits from now on, and a form whose button cannot be pressed is not sent.
    setBusy(true)
    setFailure(undefined)
    try {
      await send(given as Record<Field, string>)
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    failure,
    form: { ref: form, onSubmit: submit, noValidate: true },
    /** What the browser knows of a field, and what is wrong with it once it was left. */
    field: (name: Field) => ({
      name,
      error: errors[name],
      // A field that was only passed through has nothing to complain about yet.
      onBlur: ({ currentTarget: { type, value } }: FocusEvent<HTMLInputElement>) => {
        if (type === 'checkbox' || value === '') return
        const wrong = checks[name](value)
        // What the server has said of it stays until it is changed: it is still true.
        if (wrong !== undefined) setErrors(before => ({ ...before, [name]: wrong }))
      },
      onChange: () => {
        if (errors[name] !== undefined) setErrors(before => ({ ...before, [name]: undefined }))
      },
    }),
  }
}
