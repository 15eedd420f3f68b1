import {
  type ComboboxItem,
  getOptionsLockup,
  getParsedComboboxData,
  // biome-ignore lint/style/noRestrictedImports: this component replaces Mantine's Select everywhere else
  Select as MantineSelect,
  type SelectProps,
  VisuallyHidden,
} from '@mantine/core'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

type Value = string | number | boolean

/**
 * Select that mounts its list only while focused, because a page has dozens of selects. `keepMounted: false`
 * is not enough: screen readers need the list before it opens, and an arrow key that opens it would lose the
 * selected option.
 * Clicking the selected option again keeps it, unless the field is clearable. In a searchable field, a click
 * selects the text, Enter picks the first match, and Escape restores the text. In other fields, typed letters
 * pick an option.
 */
export function Select<T extends Value = string>(selectProps: SelectProps<T>) {
  const { comboboxProps, onFocus, onBlur, onDropdownClose, ...props } = selectProps
  const [focused, setFocused] = useState(false)
  const [, setDrawn] = useState(0)
  const [empty, setEmpty] = useState(false)
  const { fresh, field, ...search } = useSearchText(props)
  const chooseByLetters = useChoiceByLetters(props)
  // The list gets its stable ID only in the second render, and its options need that ID.
  useEffect(() => {
    setDrawn(times => (focused ? Math.min(2, times + 1) : 0))
    if (focused && props.searchable) setEmpty(!exposeOption(field.current))
  })
  const list = (
    <MantineSelect<T>
      allowDeselect={props.clearable === true}
      {...props}
      {...(props.searchable ? search : { onKeyDownCapture: chooseByLetters })}
      comboboxProps={{ keepMounted: focused, ...comboboxProps }}
      onFocus={(event: FocusEvent<HTMLInputElement>) => {
        setFocused(true)
        fresh.current = true
        field.current = event.currentTarget
        onFocus?.(event)
      }}
      onDropdownClose={() => {
        field.current?.removeAttribute('aria-activedescendant')
        onDropdownClose?.()
      }}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setFocused(false)
        onBlur?.(event)
      }}
    />
  )
  return (
    <>
      {list}
      {props.searchable && focused && (
        <VisuallyHidden role="status">{empty && props.nothingFoundMessage}</VisuallyHidden>
      )}
    </>
  )
}

const LETTERS_MS = 1000

/** As in a native select, repeating a letter cycles through the options that begin with it. */
function useChoiceByLetters<T extends Value>({ data, value, onChange }: SelectProps<T>) {
  const typed = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, timeStamp, currentTarget } = event
    if (key.length !== 1 || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
    const before = timeStamp - typed.current.at < LETTERS_MS ? typed.current.text : ''
    if (key === ' ' && before === '') return
    event.preventDefault()
    event.stopPropagation()
    const text = before + key.toLowerCase()
    typed.current = { text, at: timeStamp }
    const letter = text.charAt(0)
    const again = text === letter.repeat(text.length)
    const options = getParsedComboboxData(data).flatMap(each => ('group' in each ? each.items : each))
    const from = Math.max(0, options.findIndex(option => option.value === value) + (again ? 1 : 0))
    const match = [...options.slice(from), ...options.slice(0, from)].find(
      ({ label, disabled }) => !disabled && label.toLowerCase().startsWith(again ? letter : text),
    )
    const shown = match && optionsOf(currentTarget)?.[options.indexOf(match)]
    if (shown) shown.click()
    else if (match) onChange?.(match.value as T, match as ComboboxItem<T>)
  }
}

const optionsOf = (field: HTMLInputElement | null) => {
  const list = document.getElementById(field?.getAttribute('aria-controls') ?? '')
  return list ? [...list.querySelectorAll<HTMLElement>('[role=option]')] : undefined
}

const takenIn = (options: readonly HTMLElement[] | undefined) =>
  options?.find(option => option.hasAttribute('data-combobox-selected'))

/**
 * Exposes the option that Enter would pick to screen readers. Mantine does so only after an arrow key.
 * @returns true if there are options
 */
function exposeOption(field: HTMLInputElement | null): boolean {
  const options = optionsOf(field)
  const taken = takenIn(options)
  if (field?.getAttribute('aria-expanded') === 'true' && taken)
    field.setAttribute('aria-activedescendant', taken.id)
  return options?.length !== 0
}

function useSearchText<T extends Value>(props: SelectProps<T>) {
  const { data, value, defaultValue, onChange, onOptionSubmit } = props
  const options = useMemo(() => getOptionsLockup(getParsedComboboxData(data)), [data])
  const [own, setOwn] = useState(defaultValue)
  const label = options[`${value === undefined ? own : value}`]?.label ?? ''
  const [searchValue, setText] = useState(label)
  const fresh = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  // True until the next key press: the text of the selected option may arrive later.
  const taken = useRef(false)
  useEffect(() => {
    if (taken.current && field.current === document.activeElement) field.current?.select()
  })
  return {
    ...{ fresh, field },
    searchValue,
    onSearchChange: setText,
    selectFirstOptionOnChange: true,
    onChange: ((chosen, option) => {
      setOwn(chosen)
      onChange?.(chosen, option)
    }) as typeof onChange,
    onOptionSubmit: ((chosen: T) => {
      // Mantine also calls this if the option was already selected.
      setText((value !== null && options[`${chosen}`]?.label) || '')
      taken.current = true
      onOptionSubmit?.(chosen)
    }) as typeof onOptionSubmit,
    onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
      if (fresh.current && currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select()
      fresh.current = false
      taken.current = false
    },
    // Mantine loses the highlighted match when typing reopens the list.
    onKeyDownCapture: (event: KeyboardEvent<HTMLInputElement>) => {
      const { key, currentTarget, nativeEvent } = event
      taken.current = key === 'Escape' || key === 'Enter'
      if (key !== 'Enter' || currentTarget.value === label || nativeEvent.isComposing) return
      const match =
        currentTarget.getAttribute('aria-expanded') === 'true' && takenIn(optionsOf(currentTarget))
      if (!match) return
      event.preventDefault()
      event.stopPropagation()
      match.click()
    },
    onKeyDown: ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
      if (key === 'Escape') setText(label)
      if (taken.current) currentTarget.select()
      if (key.startsWith('Arrow')) queueMicrotask(() => exposeOption(currentTarget))
    },
  }
}
