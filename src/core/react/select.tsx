// biome-ignore lint/style/noRestrictedImports: this is what all others are to take in its place
import { Select as MantineSelect, type SelectProps } from '@mantine/core'
import { type FocusEvent, useEffect, useState } from 'react'

type Value = string | number | boolean

/**
 * Mounts its list only while focused: a page has dozens. `keepMounted: false` would not do: screen readers
 * need the list before it opens, and an arrow key that opens it would forget the chosen option. A second click
 * on an option leaves it chosen, unless the field can be cleared.
 */
export function Select<T extends Value = string>(selectProps: SelectProps<T>) {
  const { comboboxProps, onFocus, onBlur, ...props } = selectProps
  const [focused, setFocused] = useState(false)
  const [, setDrawn] = useState(0)
  // The list gets a stable id, which its options need, with the second render.
  useEffect(() => setDrawn(times => (focused ? Math.min(2, times + 1) : 0)))
  return (
    <MantineSelect<T>
      allowDeselect={props.clearable === true}
      {...props}
      comboboxProps={{ keepMounted: focused, ...comboboxProps }}
      onFocus={(event: FocusEvent<HTMLInputElement>) => {
        setFocused(true)
        onFocus?.(event)
      }}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setFocused(false)
        onBlur?.(event)
      }}
    />
  )
}
