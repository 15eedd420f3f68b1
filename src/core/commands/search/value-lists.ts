import { phrases } from '../../platform/phrases.js'
import { type ArgumentField, argumentFields } from '../argument-fields.js'
import type { ArgumentChoice } from '../command.js'
import type { CommandRegistry } from '../command-registry.js'
import type { Offered, Words } from './offered.js'

const SWITCH = phrases({ yes: 'Yes', no: 'No' })

export type ChoiceLabel = (source: string, choice: ArgumentChoice) => string

export function choiceLabel({ tm }: Pick<Words, 'tm'>): ChoiceLabel {
  return (source, { value, label }) =>
    typeof value === 'boolean' && label === String(value)
      ? tm('core', value ? SWITCH.yes : SWITCH.no)
      : tm(source, label)
}

export interface ListedField {
  readonly field: ArgumentField
  readonly choices: readonly ArgumentChoice[] | undefined
}

export interface ValueList {
  readonly of: Offered
  readonly fields: readonly ListedField[]
}

export async function valueLists(
  offered: readonly Offered[],
  commands: Pick<CommandRegistry, 'choicesFor'>,
  isReady: (plugin: string) => boolean,
  onFailure: (error: unknown) => void,
): Promise<readonly ValueList[]> {
  const asked = offered
    .filter(({ asks }) => asks)
    .map(async (of): Promise<ValueList[]> => {
      const { command } = of
      const ready = isReady(command.source)
      const fields: ListedField[] = []
      for (const field of argumentFields(command)) {
        const { name, numeric, onlyAsked } = field
        if (!numeric && onlyAsked) return []
        const listed = ready && !onlyAsked ? await commands.choicesFor(command.id, name) : undefined
        const choices =
          listed ?? (numeric ? undefined : field.choices?.map(value => ({ value, label: String(value) })))
        if (!choices && !numeric) return []
        fields.push({ field, choices })
      }
      return [{ of, fields }]
    })
  const answers = await Promise.allSettled(asked)
  return answers.flatMap(answer => {
    if (answer.status === 'fulfilled') return answer.value
    onFailure(answer.reason)
    return []
  })
}
