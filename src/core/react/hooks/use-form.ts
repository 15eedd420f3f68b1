/** Used instead of a form library, which would make up a tenth of the login page's code. */
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { DONE } from '../../events/app-events.js'
import { fieldRefusals } from '../../http/error-sentences.js'
import { useKernel, useText } from '../kernel-context.js'

export interface FormParts<Field extends string> {
  readonly checks: Readonly<Record<Field, (value: string) => string | undefined>>
  send(given: Readonly<Record<Field, string>>): Promise<void>
  blame?(error: unknown): { readonly field: Field; readonly said: string } | undefined
}

export function useForm<Field extends string>({ checks, send, blame }: FormParts<Field>) {
  const { tm } = useText()
  const { events } = useKernel()
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const names = Object.keys(checks) as Field[]
  const pressed = useRef(false)
  useEffect(() => {
    const note = ({ type }: Event) => {
      pressed.current = type === 'pointerdown'
    }
    const types = ['pointerdown', 'pointerup', 'pointercancel']
    for (const type of types) addEventListener(type, note, true)
    return () => {
      for (const type of types) removeEventListener(type, note, true)
    }
  }, [])

  const complain = (wrong: Partial<Record<Field, string>>): boolean => {
    setErrors(wrong)
    const first = names.find(name => wrong[name] !== undefined)
    const field = first && form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)
    // Screen readers don't announce the error if the field already has focus.
    if (field && field === document.activeElement) events.emit(DONE, { text: wrong[first] ?? '' })
    else if (field) field.focus()
    return first !== undefined
  }

  const refused = (error: unknown) => {
    const wrong: Partial<Record<Field, string>> = {}
    const blamed = blame?.(error)
    if (blamed) wrong[blamed.field] = blamed.said
    for (const { field, sentence } of fieldRefusals(error)) {
      const name = names.find(each => each === field)
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
    field: (name: Field) => ({
      name,
      error: errors[name],
      // Mantine omits this attribute for checkboxes and password fields.
      'aria-invalid': errors[name] !== undefined || undefined,
      onBlur: ({ currentTarget: { type, value } }: FocusEvent<HTMLInputElement>) => {
        if (type === 'checkbox' || value === '') return
        const wrong = checks[name](value)
        if (wrong === undefined) return
        const show = () => setErrors(before => ({ ...before, [name]: wrong }))
        // An error that appears between pointerdown and pointerup would move the button and lose the click.
        if (pressed.current) addEventListener('pointerup', () => setTimeout(show), { once: true })
        else show()
      },
      onChange: () => {
        if (errors[name] !== undefined) setErrors(before => ({ ...before, [name]: undefined }))
      },
    }),
  }
}
