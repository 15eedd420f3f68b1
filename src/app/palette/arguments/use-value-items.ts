/** Values found directly: "drop d" finds *Choose the tuning: Drop D*, without the steps in between. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type ArgumentField, argumentFields } from '../../../core/commands/arguments/argument-fields.js'
import type { ArgumentChoice } from '../../../core/commands/command.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { type CommandItem, type PaletteItem, useRunAndNote } from '../results/palette-item.js'
import { TYPING_PAUSE_MS } from '../results/use-provider-rows.js'

/** One letter is begun by every second value: the commands are enough for it. */
const LETTERS = 2

interface ValueItem {
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
      // A plugin that is not running yet is not started for its values: its own step asks it.
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

/** What a value is called: a switch's yes and no, a name that its plugin translates, or itself. */
export function useChoiceLabel(): (source: string, choice: ArgumentChoice) => string {
  const { t, tm } = useText()
  return useCallback(
    (source, { value, label }) => {
      if (typeof value === 'boolean' && label === String(value)) return value ? t('Yes') : t('No')
      return tm(source, label)
    },
    [t, tm],
  )
}

/** The choices that only the plugin knows: listed once for a step, or looked for with what is typed. */
type ListedChoices =
  | { readonly status: 'waiting' }
  /** Undefined where the plugin lists none. */
  | { readonly status: 'listed'; readonly choices: readonly ArgumentChoice[] | undefined }
  | { readonly status: 'failed'; readonly error: unknown; readonly retry: () => void }

/** What is asked; the same object for as long as it is. */
interface Asked {
  readonly command: { readonly id: string }
  readonly field: Pick<ArgumentField, 'name' | 'searched'>
}

interface Answer {
  readonly step: Asked
  readonly typed: string
  readonly listed: ListedChoices
}

const WAITING: ListedChoices = { status: 'waiting' }
const NONE: ListedChoices = { status: 'listed', choices: undefined }

/** @param search the text in the field of the step; only a `searched` question is asked again for it */
export function useListedChoices(step: Asked | undefined, search: string): ListedChoices {
  const { commands, log, platform } = useKernel()
  const [answer, setAnswer] = useState<Answer>()
  const [tries, setTries] = useState(0)
  const typed = step?.field.searched ? search.trim() : ''

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    if (!step) return
    const asking = new AbortController()
    const take = (listed: ListedChoices) => {
      if (!asking.signal.aborted) setAnswer({ step, typed, listed })
    }
    const retry = () => {
      setAnswer(undefined)
      setTries(before => before + 1)
    }
    const { command, field } = step
    const ask = () =>
      commands.choicesFor(command.id, field.name, { typed, signal: asking.signal }).then(
        choices => take({ status: 'listed', choices }),
        error => {
          if (!asking.signal.aborted) log.warn(`What ${command.id} asks for cannot be listed`, error)
          take({ status: 'failed', error, retry })
        },
      )
    const pause = typed === '' ? undefined : platform.clock.after(TYPING_PAUSE_MS, () => void ask())
    if (!pause) void ask()
    return () => {
      pause?.dispose()
      asking.abort()
    }
  }, [step, typed, tries, commands, log, platform])

  if (!step) return NONE
  return answer?.step === step && answer.typed === typed ? answer.listed : WAITING
}
