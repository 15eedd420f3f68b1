/** The value of one setting, saving it, and what is being typed into its field. */

import { type KeyboardEvent, type ReactNode, useCallback, useState } from 'react'
import { type FieldReading, readField } from '../../../../core/platform/field-value.js'
import { messageOf } from '../../../../core/platform/fretwork-error.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import type { SettingsSection } from '../../../../core/settings/section.js'
import { changeOf, type SettingsFormField, valueAt } from '../../../../core/settings/settings-fields.js'
import classes from './settings-page.module.css'

export interface Setting {
  readonly value: unknown
  readonly isDefault: boolean
  readonly error: string | undefined
  /** @returns false with `error` set if the value is invalid */
  save(value: unknown): boolean
  /** Like `save`, for typed text. */
  saveText(text: string): boolean
  clearError(): void
}

/** @param alongside other fields to change along with a value */
export function useSetting(
  section: SettingsSection,
  field: SettingsFormField,
  alongside?: (value: unknown) => object,
): Setting {
  const { settings } = useKernel()
  const { tm } = useText()
  const store = settings.store(section)
  const value = useStore(store, state => valueAt(state, field.path))
  const [error, setError] = useState<string>()

  const save = useCallback(
    (next: unknown) => {
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
  const saveText = (text: string) => {
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

export interface Draft {
  /** Props for the input. */
  readonly field: {
    readonly value: string
    readonly onBlur: () => void
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
  type(text: string): void
  drop(): void
}

/**
 * Typed text: saved on blur or Enter, dropped on Escape.
 * @param stored the current value as text
 */
export function useDraft(setting: Setting, stored: string): Draft {
  // Undefined unless typing, so that the field follows changes from elsewhere.
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
      onKeyDown: event => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') drop()
      },
    },
    type(text) {
      setTyped(text)
      setting.clearError()
    },
    drop,
  }
}

export interface ControlProps {
  readonly field: SettingsFormField
  readonly setting: Setting
  readonly label: ReactNode
  readonly description: string | undefined
}

export const FIELD_CLASSES = {
  root: classes.field,
  label: classes.label,
  description: classes.description,
  wrapper: classes.control,
  error: classes.error,
}
