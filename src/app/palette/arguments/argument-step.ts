/** The root id of kbar keeps the step. */
import { useEffect, useMemo, useState } from 'react'
import { type ArgumentField, argumentFields } from '../../../core/commands/arguments/argument-fields.js'
import type { ArgumentChoice, Arguments } from '../../../core/commands/command.js'
import type { Command } from '../../../core/commands/command-registry.js'
import { rank } from '../../../core/commands/search/rank.js'
import { choiceLabel } from '../../../core/commands/search/value-lists.js'
import { sentenceFor } from '../../../core/http/error-sentences.js'
import type { FieldProblem } from '../../../core/platform/field-value.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import {
  type PaletteItem,
  type PaletteRow,
  readStepId,
  stepId,
  useRunAndNote,
} from '../results/palette-item.js'
import { TYPING_PAUSE_MS } from '../results/use-provider-rows.js'

export interface ArgumentStep {
  readonly command: Command
  readonly field: ArgumentField
  readonly last: boolean
  readonly soFar: Arguments
}

export interface StepItems {
  readonly items: readonly PaletteRow[]
  readonly loading?: boolean
  readonly failure?: string
  readonly problem?: FieldProblem
  /** Only listed values are possible, and none matches. */
  readonly noChoice?: boolean
  readonly nothing?: boolean
}

export function useArgumentStep(rootId: string | null | undefined): ArgumentStep | undefined {
  const { commands } = useKernel()
  return useMemo(() => {
    const asked = readStepId(rootId)
    const command = asked && commands.find(asked.command)
    if (!command) return undefined
    const { soFar } = asked
    const missing = argumentFields(command).filter(field => !(field.name in soFar))
    const [field] = missing
    return field && { command, field, last: missing.length === 1, soFar }
  }, [rootId, commands])
}

export function useArgumentItems(step: ArgumentStep | undefined, search: string): StepItems {
  const { t, tm } = useText()
  const run = useRunAndNote()
  const label = useMemo(() => choiceLabel({ tm }), [tm])
  const listed = useListedChoices(step, search)

  return useMemo(() => {
    if (!step) return { items: [] }
    if (listed.status === 'waiting') return { items: [], loading: true }
    const { command, field, last, soFar } = step
    const item = (value: unknown, name: string): PaletteItem => {
      const args = { ...soFar, [field.name]: value }
      return {
        id: stepId(command.id, args),
        name,
        section: tm(command.source, field.title),
        command: last ? { perform: () => run(command.id, args) } : undefined,
      }
    }
    if (listed.status === 'failed') {
      const { sentence, values } = sentenceFor(listed.error)
      const failure = t('The list could not be loaded. {{reason}}', { reason: tm('core', sentence, values) })
      const again = { id: 'list again', name: t('Try again'), section: '', stays: true }
      const reading = search.trim() === '' || field.searched ? undefined : field.read(search)
      const known = reading && 'value' in reading ? [item(reading.value, search.trim())] : []
      return { items: [failure, ...known, { ...again, command: { perform: listed.retry } }], failure }
    }
    const choices = listed.choices ?? field.choices?.map(value => ({ value, label: String(value) }))
    if (choices && field.searched) {
      const items = choices.map(choice => item(choice.value, label(command.source, choice)))
      return { items, noChoice: items.length === 0 }
    }
    if (choices?.length === 0) return { items: [], nothing: true }
    if (choices) {
      const entries = choices.map((choice, index) => ({
        id: String(index),
        texts: [label(command.source, choice)],
        value: choice.value,
        number: 'number' in choice ? choice.number : undefined,
      }))
      const found = meantBy(search, entries) ?? rank(entries, search)
      // In addition to the listed numbers, a sentence names the range.
      const reading = field.choices && isNumber(search) ? field.read(search) : undefined
      if (found.length === 0 && reading && 'problem' in reading)
        return { items: [], problem: reading.problem }
      return {
        items: found.map(({ value, texts }) => item(value, texts[0] ?? '')),
        noChoice: found.length === 0,
      }
    }
    const reading = field.read(search)
    if ('value' in reading) return { items: [item(reading.value, search.trim())] }
    return { items: [], problem: search.trim() === '' ? undefined : reading.problem }
  }, [step, listed, search, run, label, t, tm])
}

/** `undefined` if numbers mean nothing here. */
function meantBy<T extends { readonly number: number | undefined }>(search: string, entries: readonly T[]) {
  if (!isNumber(search) || entries.every(({ number }) => number === undefined)) return undefined
  return entries.filter(({ number }) => number === Number(search))
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text.replace(',', '.')))
}

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

function useListedChoices(step: Asked | undefined, search: string): ListedChoices {
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
          if (!asking.signal.aborted) log.warn(`Couldn't list the choices of ${command.id}`, error)
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
