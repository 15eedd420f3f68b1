/** What kbar leaves out of the roles of its field and list: whether there is a list, its name, and how long it is. */
import { getListboxItemId, KBAR_LISTBOX, useKBar } from 'kbar'
import { useLayoutEffect } from 'react'
import { useText } from '../../core/react/use-text.js'
import classes from './palette.module.css'
import { setAttributes } from './set-attributes.js'

const LIST = 'palette-list'

/** @param count how many rows can be chosen @param label what the list holds */
export function ComboboxAria({ count, label }: { count: number; label: string }) {
  const { t } = useText()
  const { query, active } = useKBar(state => ({ active: state.activeIndex, search: state.searchQuery }))

  // After each rendering: kbar writes its own attributes whenever the active row changes.
  useLayoutEffect(() => {
    const some = count > 0
    setAttributes(query.getInput(), {
      'aria-autocomplete': 'list',
      'aria-expanded': String(some),
      'aria-controls': some ? LIST : undefined,
      'aria-activedescendant': some ? getListboxItemId(active) : undefined,
    })
    // The element that scrolls is the list: by itself it would be a place to scroll that no key reaches. The focus
    // stays in the field, also on Tab.
    const rows = document.getElementById(KBAR_LISTBOX)
    if (!rows?.parentElement) return
    setAttributes(rows, { role: 'presentation' })
    setAttributes(rows.parentElement, { id: LIST, role: 'listbox', 'aria-label': label, tabindex: '-1' })
  })

  return (
    <p role="status" className={classes.spoken}>
      {count === 0 ? '' : count === 1 ? t('One result') : t('{{number}} results', { number: count })}
    </p>
  )
}
