/** What is being typed into a field and not kept yet: kept when it is left or with Enter, dropped with Escape. */
import { type KeyboardEvent, useState } from 'react'
import type { Setting } from './settings/use-setting.js'

export interface Draft {
  /** Goes to the input. */
  readonly field: {
    readonly value: string
    readonly onBlur: () => void
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
  type(text: string): void
  drop(): void
}

/** @param kept the text of the value that is in force */
export function useDraft(setting: Setting, kept: string): Draft {
  // Undefined while nobody types: then the field follows what others change.
  const [typed, setTyped] = useState<string>()
  const drop = () => {
    setTyped(undefined)
    setting.forgive()
  }
  const keep = () => {
    if (typed === undefined) return
    if (typed === kept) return drop()
    if (setting.saveText(typed)) setTyped(undefined)
  }
  return {
    field: {
      value: typed ?? kept,
      onBlur: keep,
      onKeyDown: event => {
        if (event.key === 'Enter') keep()
        if (event.key === 'Escape') drop()
      },
    },
    type(text) {
      setTyped(text)
      setting.forgive()
    },
    drop,
  }
}
