/** Values found directly: "drop d" finds *Choose the tuning: Drop D*, without the steps in between. */
import { useEffect, useMemo, useState } from 'react'
import { argumentFields } from '../../../core/commands/arguments/argument-fields.js'
import type { ArgumentChoice } from '../../../core/commands/command.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import type { PaletteItem } from '../results/palette-item.js'
import { type CommandItem, useRunAndNote } from '../results/use-command-items.js'
import { useChoiceLabel } from './use-choice-label.js'

/** One letter is begun by every second value: the commands are enough for it. */
const LETTERS = 2

export interface ValueItem {
  readonly id: string
  readonly texts: readonly string[]
  readonly item: PaletteItem
}

interface Listed {
  readonly of: CommandItem
  readonly field: string
  readonly choices: readonly ArgumentChoice[]
}

const NO_LISTS: readonly Listed[] = []

/** Whether values answer what is typed as well. */
export function wantsValues(search: string): boolean {
  return search.trim().length >= LETTERS
}

/**
 * Of the commands that ask for one thing only, which can be listed; asked for once the second letter is typed, and
 * kept from then on, with the index that is made of them.
 */
export function useValueItems(listed: readonly CommandItem[], search: string): readonly ValueItem[] {
  const { tm } = useText()
  const label = useChoiceLabel()
  const run = useRunAndNote()
  const lists = useListed(listed, wantsValues(search))

  return useMemo(
    () =>
      lists.flatMap(({ of: { command, item }, field, choices }) => {
        const title = tm(command.source, command.title)
        return choices.map((choice): ValueItem => {
          const value = label(command.source, choice)
          const name = `${title}: ${value}`
          const id = `${command.id} ${JSON.stringify(choice.value)}`
          const perform = () => run(command.id, { [field]: choice.value })
          return { id, texts: [name, value], item: { id, name, section: item.section, command: { perform } } }
        })
      }),
    [lists, tm, label, run],
  )
}

/** Kept for as long as the commands are the same. */
function useListed(listed: readonly CommandItem[], wanted: boolean): readonly Listed[] {
  const { commands, host, log } = useKernel()
  const [known, setKnown] = useState<{ of: readonly CommandItem[]; found: readonly Listed[] }>()
  const asked = wanted || known !== undefined

  useEffect(() => {
    if (!asked) return
    let current = true
    const asking = listed.map(async (of): Promise<Listed[]> => {
      const { command } = of
      const [field, ...more] = argumentFields(command)
      if (!field || field.onlyAsked || more.length > 0) return []
      // A plugin that nobody has used yet is not started for its values: its own step asks it.
      const status = host.state(command.source)?.status
      const ready = status === undefined || status === 'active'
      const choices = ready ? await commands.choicesFor(command.id, field.name) : undefined
      const named = choices ?? field.choices?.map(value => ({ value, label: String(value) }))
      return named ? [{ of, field: field.name, choices: named }] : []
    })
    Promise.allSettled(asking).then(answers => {
      if (!current) return
      for (const answer of answers) {
        if (answer.status === 'rejected') log.warn('The values of a command cannot be listed', answer.reason)
      }
      setKnown({
        of: listed,
        found: answers.flatMap(each => (each.status === 'fulfilled' ? each.value : [])),
      })
    })
    return () => {
      current = false
    }
  }, [asked, listed, commands, host, log])

  return known?.of === listed ? known.found : NO_LISTS
}
