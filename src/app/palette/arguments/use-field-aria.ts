/** What kbar leaves out of the role of its field: whether there is a list, and which of its rows is active. */
import { KBAR_LISTBOX, useKBar } from 'kbar'
import { useLayoutEffect } from 'react'
import { setAttributes } from './set-attributes.js'

/** @param active id of the row under the hand; undefined where nothing can be chosen */
export function useFieldAria(active: string | undefined): void {
  const { query } = useKBar()

  // After each rendering: with another step comes another field, with attributes of kbar's own.
  useLayoutEffect(() => {
    setAttributes(query.getInput(), {
      'aria-expanded': String(active !== undefined),
      'aria-controls': active === undefined ? undefined : KBAR_LISTBOX,
      'aria-activedescendant': active,
    })
  })
}
