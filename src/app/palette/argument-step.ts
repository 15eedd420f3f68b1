/** Asking for a command's arguments, one after the other: the step is kept in the palette's own root id. */
import { useEffect, useMemo, useState } from 'react'
import { type ArgumentField, argumentFields } from '../../core/commands/argument-fields.js'
import type { ArgumentChoice } from '../../core/commands/command.js'
import type { Command } from '../../core/commands/command-registry.js'
import { rank } from '../../core/commands/rank.js'
import type { FieldProblem } from '../../core/platform/field-value.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { useText } from '../../core/react/use-text.js'
import type { PaletteItem } from './palette-item.js'
import { type Arguments, readStepId, stepId } from './step-id.js'
import { useChoiceLabel } from './use-choice-label.js'
import { useRunAndNote } from './use-command-items.js'

export interface ArgumentStep {
  readonly command: Command
  readonly field: ArgumentField
  readonly last: boolean
  readonly soFar: Arguments
}

/** What a step offers. */
export interface StepItems {
  readonly items: readonly PaletteItem[]
  readonly loading?: boolean
  /** Why what was typed does not fit. */
  readonly problem?: FieldProblem
  /** It can only be chosen, and nothing of it is called like that. */
  readonly noChoice?: boolean
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

/** What can be chosen, or the value that was typed. */
export function useArgumentItems(step: ArgumentStep | undefined, search: string): StepItems {
  const { tm } = useText()
  const run = useRunAndNote()
  const label = useChoiceLabel()
  const listed = useListedChoices(step)

  return useMemo(() => {
    if (!step) return { items: [] }
    if (listed === 'loading') return { items: [], loading: true }
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
    const choices = listed ?? field.choices?.map(value => ({ value, label: String(value) }))
    if (choices) {
      const entries = choices.map((choice, index) => ({
        id: String(index),
        texts: [label(command.source, choice)],
        value: choice.value,
      }))
      const found = rank(entries, search)
      // Beside the numbers that are listed, the sentence that names the first and the last of them.
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
  }, [step, listed, search, run, label, tm])
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text.replace(',', '.')))
}

/** The choices that only the plugin knows; undefined where it lists none. */
function useListedChoices(step: ArgumentStep | undefined): readonly ArgumentChoice[] | undefined | 'loading' {
  const { commands, log } = useKernel()
  const [state, setState] = useState<{ step: ArgumentStep; choices?: readonly ArgumentChoice[] }>()

  useEffect(() => {
    if (!step) return
    let current = true
    commands.choicesFor(step.command.id, step.field.name).then(
      choices => current && setState({ step, choices }),
      error => {
        // Where the plugin cannot start, that is a notice of its own; the value can still be typed.
        log.warn(`What ${step.command.id} asks for cannot be listed`, error)
        if (current) setState({ step })
      },
    )
    return () => {
      current = false
    }
  }, [step, commands, log])

  if (!step) return undefined
  return state?.step === step ? state.choices : 'loading'
}
