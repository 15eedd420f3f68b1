/** Asking for a command's arguments, one after the other: the step is kept in the palette's own root id. */
import { useEffect, useMemo, useState } from 'react'
import { type ArgumentField, argumentFields } from '../../core/commands/argument-fields.js'
import type { ArgumentChoice } from '../../core/commands/command.js'
import type { Command } from '../../core/commands/command-registry.js'
import { prepare, rank } from '../../core/commands/rank.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { useText } from '../../core/react/use-text.js'
import type { PaletteItem } from './palette-item.js'

type Arguments = Readonly<Record<string, string | number | boolean>>

export interface ArgumentStep {
  readonly command: Command
  readonly field: ArgumentField
  readonly last: boolean
  readonly soFar: Arguments
}

const PREFIX = 'ask '

/** The id of the step that asks for the next argument. */
export function stepId(command: string, soFar: Arguments): string {
  return `${PREFIX}${command} ${JSON.stringify(soFar)}`
}

export function useArgumentStep(rootId: string | null | undefined): ArgumentStep | undefined {
  const { commands } = useKernel()
  return useMemo(() => {
    if (!rootId?.startsWith(PREFIX)) return undefined
    const [id = '', ...rest] = rootId.slice(PREFIX.length).split(' ')
    const command = commands.find(id)
    if (!command) return undefined
    const soFar = JSON.parse(rest.join(' ')) as Arguments
    const missing = argumentFields(command).filter(field => !(field.name in soFar))
    const [field] = missing
    return field && { command, field, last: missing.length === 1, soFar }
  }, [rootId, commands])
}

/** What can be chosen, or the value that was typed. */
export function useArgumentItems(step: ArgumentStep | undefined, search: string): readonly PaletteItem[] {
  const { commands } = useKernel()
  const { t, tm } = useText()
  const listed = useListedChoices(step)

  return useMemo(() => {
    if (!step || listed === 'loading') return []
    const { command, field, last, soFar } = step
    const item = ({ value, label }: ArgumentChoice): PaletteItem => {
      const args = { ...soFar, [field.name]: value }
      return {
        id: stepId(command.id, args),
        title: label,
        section: tm(command.source, field.title),
        keys: [],
        run: last ? () => void commands.execute(command.id, args) : undefined,
      }
    }
    const choices = listed ?? field.choices?.map(value => ({ value, label: labelOf(value) }))
    if (choices) {
      const named = choices.map(({ value, label }) => ({ value, label: tm(command.source, label) }))
      const found = rank(
        prepare(named.map(({ label }, index) => ({ id: String(index), texts: [label] }))),
        search,
        () => 0,
      )
      return found.flatMap(({ id }) => named[Number(id)] ?? []).map(item)
    }
    const value = field.read(search)
    return value === undefined ? [] : [item({ value, label: String(value) })]

    function labelOf(value: string | number | boolean): string {
      return typeof value === 'boolean' ? (value ? t('Yes') : t('No')) : String(value)
    }
  }, [step, listed, search, commands, t, tm])
}

/** The choices that only the plugin knows; undefined where it lists none. */
function useListedChoices(step: ArgumentStep | undefined): readonly ArgumentChoice[] | undefined | 'loading' {
  const { host } = useKernel()
  const [state, setState] = useState<{ step: ArgumentStep; choices?: readonly ArgumentChoice[] }>()

  useEffect(() => {
    if (!step || host.state(step.command.source) === undefined) return
    let current = true
    host.choicesFor(step.command.source, step.command.id, step.field.name).then(
      choices => current && setState({ step, choices }),
      // Why the plugin cannot start is its own notice; the value can still be typed.
      () => current && setState({ step }),
    )
    return () => {
      current = false
    }
  }, [step, host])

  if (!step || host.state(step.command.source) === undefined) return undefined
  return state?.step === step ? state.choices : 'loading'
}
