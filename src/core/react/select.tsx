/** A choice of one, whose list is there while it has the focus: a page has dozens, and would draw all with each change. */
// biome-ignore lint/style/noRestrictedImports: this is what all others are to take in its place
import { Select as MantineSelect, type SelectProps } from '@mantine/core'
import { type FocusEvent, useEffect, useState } from 'react'

/** What a value of a choice may be. */
type Value = string | number | boolean

/**
 * As Mantine's, which has to have its list before it opens: without one, `keepMounted: false`, it names another list or
 * none to screen readers, and an arrow key that opens it forgets which option is chosen.
 */
export function Select<T extends Value = string>({
  comboboxProps,
  onFocus,
  onBlur,
  ...props
}: SelectProps<T>) {
  const [focused, setFocused] = useState(false)
  const [, setDrawn] = useState(0)
  // A list keeps its id once it has rendered twice, and only then passes it to its options.
  useEffect(() => setDrawn(times => (focused ? Math.min(2, times + 1) : 0)))
  return (
    <MantineSelect<T>
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
