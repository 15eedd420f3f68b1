import { type KeyboardEvent, type ReactNode, useCallback, useState } from 'react'
import { type FieldReading, readField } from '../../../../core/platform/field-value.js'
import { messageOf } from '../../../../core/platform/fretwork-error.js'
import { useKernel, useStore, useText } from '../../../../core/react/kernel-context.js'
import type { SettingsSection } from '../../../../core/settings/section.js'
import { changeOf, type SettingsFormField, valueAt } from '../../../../core/settings/settings-fields.js'
import classes from './settings-page.module.css'

export type Setting = ReturnType<typeof useSetting>

export function useSetting(
  section: SettingsSection,
  field: SettingsFormField,
  alongside?: (value: unknown) => object,
) {
  const { settings } = useKernel()
  const { tm } = useText()
  const store = settings.store(section)
  const value = useStore(store, state => valueAt(state, field.path))
  const [error, setError] = useState<string>()

  const save = useCallback(
    (next: unknown): boolean => {
      try {
        store.change({ ...changeOf(store.getState(), field.path, next), ...alongside?.(next) })
        setError(undefined)
        return true
      } catch (thrown) {
        setError(messageOf(thrown))
        return false
      }
    },
    [store, field, alongside],
  )
  const saveText = (text: string): boolean => {
    const reading: FieldReading = readField(field, text)
    if ('value' in reading) return save(reading.value)
    setError(tm('core', reading.problem.message, reading.problem.values))
    return false
  }

  return {
    value,
    isDefault: JSON.stringify(value) === JSON.stringify(field.byDefault),
    error,
    save,
    saveText,
    clearError: () => setError(undefined),
  }
}

/** Text being typed. It is saved on blur or Enter and discarded on Escape. */
export function useDraft(setting: Setting, stored: string) {
  // Undefined unless the user is typing, so that the field follows external changes.
  const [typed, setTyped] = useState<string>()
  const drop = () => {
    setTyped(undefined)
    setting.clearError()
  }
  const save = () => {
    if (typed === undefined) return
    if (typed === stored) return drop()
    if (setting.saveText(typed)) setTyped(undefined)
  }
  return {
    field: {
      value: typed ?? stored,
      onBlur: save,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') drop()
      },
    },
    type(text: string) {
      setTyped(text)
      setting.clearError()
    },
    drop,
  }
}

export interface ControlProps {
  readonly field: SettingsFormField
  readonly setting: Setting
  readonly words: {
    readonly label: ReactNode
    readonly description: string | undefined
    readonly error: string | undefined
    readonly classNames: typeof FIELD_CLASSES
  }
}

export const FIELD_CLASSES = {
  root: classes.field,
  label: classes.label,
  description: classes.description,
  wrapper: classes.control,
  error: classes.error,
}
