import { MultiSelect } from '@mantine/core'
import { useCallback } from 'react'
import { userLinks } from '../../contract/users.js'
import { useAnswer } from '../hooks/use-answer.js'
import { useKernel, useStore, useText } from '../kernel-context.js'

interface PersonOption {
  readonly id: string
  readonly name: string
  readonly handle: string
}

interface PeopleChoiceProps {
  readonly label: string
  readonly description?: string
  readonly chosen: readonly string[]
  readonly known?: readonly PersonOption[]
  /** People excluded from the list. */
  readonly without?: readonly PersonOption[]
  readonly most: number
  readonly onChange: (ids: readonly string[]) => void
}

let last: { readonly user: string | undefined; readonly people: readonly PersonOption[] } | undefined

export function PeopleChoice({
  label,
  description,
  chosen,
  known = [],
  without,
  most,
  onChange,
}: PeopleChoiceProps) {
  const { t } = useText()
  const { api, auth } = useKernel()
  const user = useStore(auth.state, state => state.user?.id)
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const [following, followers] = await Promise.all(
        (['following', 'followers'] as const).map(kind =>
          api.call(userLinks, { query: { kind, page: 1 } }, { signal }),
        ),
      )
      const found = [...(following?.items ?? []), ...(followers?.items ?? [])]
      last = { user, people: found }
      return found
    },
    [api, user],
  )
  const answer = useAnswer(ask).value
  const value = answer ?? (last?.user === user ? last?.people : undefined)
  const people = new Map([...known, ...(value ?? [])].map(person => [person.id, person]))
  for (const { id } of without ?? []) people.delete(id)
  return (
    <MultiSelect
      label={label}
      description={description ?? t('Your followers and people you follow')}
      placeholder={chosen.length === 0 ? t('Choose people') : undefined}
      nothingFoundMessage={value?.length === 0 ? t('No one to choose from yet') : t('No matches')}
      searchable
      clearable
      maxValues={most}
      data={[...people.values()].map(({ id, name, handle }) => ({ value: id, label: `${name} @${handle}` }))}
      value={[...chosen]}
      onChange={onChange}
    />
  )
}
