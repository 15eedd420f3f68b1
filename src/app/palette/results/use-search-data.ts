/** What the search of the palette needs besides the commands: their other words, and the values that they can have. */
import { useEffect, useState } from 'react'
import type { Offered } from '../../../core/commands/search/offered.js'
import type { CommandWords } from '../../../core/commands/search/palette-search.js'
import type { ValueList } from '../../../core/commands/search/value-lists.js'
import { paletteValues, paletteWords } from '../../../core/kernel/extensions/palette-data.js'
import { useKernel } from '../../../core/react/kernel-context.js'

/** Undefined until they are loaded, which is usually before the first letter. */
export function usePaletteWords(): CommandWords | undefined {
  const kernel = useKernel()
  const [words, setWords] = useState<CommandWords>()
  useEffect(() => {
    let current = true
    void paletteWords(kernel).then(loaded => {
      if (current) setWords(loaded)
    })
    return () => {
      current = false
    }
  }, [kernel])
  return words
}

/** Kept for as long as the commands are the same; undefined until they are listed. */
export function useValueLists(
  offered: readonly Offered[],
  wanted: boolean,
): readonly ValueList[] | undefined {
  const kernel = useKernel()
  const [known, setKnown] = useState<{
    readonly of: readonly Offered[]
    readonly lists: readonly ValueList[]
  }>()

  useEffect(() => {
    if (!wanted) return
    let current = true
    void paletteValues(kernel, offered).then(lists => {
      if (current) setKnown({ of: offered, lists })
    })
    return () => {
      current = false
    }
  }, [wanted, offered, kernel])

  return known?.of === offered ? known.lists : undefined
}
