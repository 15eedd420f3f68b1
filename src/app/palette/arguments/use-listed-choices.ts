import { useEffect, useState } from 'react'
import type { ArgumentField } from '../../../core/commands/arguments/argument-fields.js'
import type { ArgumentChoice } from '../../../core/commands/command.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { TYPING_PAUSE_MS } from '../results/use-provider-rows.js'

type ListedChoices =
  | { readonly status: 'waiting' }
  | { readonly status: 'listed'; readonly choices: readonly ArgumentChoice[] | undefined }
  | { readonly status: 'failed'; readonly error: unknown; readonly retry: () => void }

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
