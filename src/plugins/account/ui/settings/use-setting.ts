/** One field of a section: its value, keeping another one, and what was wrong with the last try. */
import { useCallback, useState } from 'react'
import type { FieldReading } from '../../../../core/platform/field-value.js'
import { readField } from '../../../../core/platform/field-value.js'
import { messageOf } from '../../../../core/platform/fretwork-error.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import type { SettingsSection } from '../../../../core/settings/section.js'
import { changeOf, type SettingsFormField, valueAt } from '../../../../core/settings/settings-fields.js'

export interface Setting {
  readonly value: unknown
  readonly isDefault: boolean
  readonly error: string | undefined
  /** @returns whether it was kept; if not, `error` says why */
  save(value: unknown): boolean
  /** As `save`, for what was typed. */
  saveText(text: string): boolean
  /** What was wrong does not matter any more. */
  forgive(): void
}

/** @param alongside other fields that go with a value */
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
    forgive: () => setError(undefined),
  }
}
