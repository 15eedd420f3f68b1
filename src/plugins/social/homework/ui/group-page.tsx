import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import {
  endGroup,
  HOMEWORK_LIMITS,
  leaveGroup,
  ownGroups,
  removeMember,
  type StudyGroup,
  saveGroup,
} from '../../../../core/contract/homework.js'
import type { SharingPerson } from '../../../../core/contract/sharing.js'
import { useSaid } from '../../../../core/react/hooks/use-said.js'
import { PeopleChoice } from '../../../../core/react/inputs/people-choice.js'
import { useKernel, useStore, useText } from '../../../../core/react/kernel-context.js'
import { Awaited, BackLink, ListRow, ListSection, NameForm } from '../../../../core/react/list-page.js'
import page from '../../../../core/react/list-page.module.css'
import { Hint, SecondaryButton } from '../../../../core/react/looks.js'
import { refusalText } from '../sentences.js'
import { JoinCode } from './join-code.js'
import { useActions, useKept } from './parts.js'

export default function GroupPage() {
  const { t } = useText()
  const { id = '' } = useParams()
  const own = useStore(useKernel().auth.state, ({ user }) => user?.id)
  const answer = useKept(ownGroups)
  const group = answer.value?.items.find(each => each.id === id)
  const isOwn = group === undefined || group.teacher.id === own
  useSaid(group?.name ?? '')
  return (
    <div className={page.page}>
      <BackLink to="/homework">{t('Homework')}</BackLink>
      <h1 className={page.title}>{group?.name ?? t('New group')}</h1>
      <Awaited answer={answer} words={refusalText} />
      {answer.value &&
        (isOwn ? <OwnGroup id={id} group={group} onChange={answer.reload} /> : <Membership group={group} />)}
    </div>
  )
}

interface OwnGroupProps {
  readonly id: string
  readonly group: StudyGroup | undefined
  readonly onChange: () => void
}

function OwnGroup({ id, group, onChange }: OwnGroupProps) {
  const { t } = useText()
  const { api } = useKernel()
  const { attempt, attemptLast, ask, question } = useActions()
  const change = (work: () => Promise<unknown>) => attempt(() => work().then(onChange))
  const save = (name: string, members: readonly string[] = []) =>
    change(() => api.call(saveGroup, { params: { id }, body: { name, members: [...members] } }))
  const askToRemove = ({ id: user, name }: SharingPerson) =>
    ask({
      title: t('Remove {{name}}?', { name }),
      text: [
        t('{{name}} keeps all homework assigned so far.', { name }),
        ...(group?.code ? [t('Also replace the join code, or {{name}} could join again.', { name })] : []),
      ],
      yes: t('Remove'),
      run: () => void change(() => api.call(removeMember, { params: { id, user } })),
    })
  const askToDelete = () =>
    ask({
      title: t('Delete this group?'),
      text: t('Students keep homework already assigned to this group.'),
      yes: t('Delete'),
      run: () => attemptLast(() => api.call(endGroup, { params: { id } })),
    })
  return (
    <>
      <NameForm
        label={t('Name')}
        submit={t('Save')}
        maxLength={HOMEWORK_LIMITS.groupName}
        initial={group?.name}
        onName={name => void save(name)}
      />
      {group && (
        <>
          {group.members.length > 0 && (
            <Button component={Link} to={`/homework/new?group=${id}`} className={page.back}>
              {t('Assign homework')}
            </Button>
          )}
          <JoinCode group={group} onChange={onChange} />
          <ListSection
            title={t('Students')}
            empty={t('No students yet.')}
            rows={group.members.map(person => (
              <ListRow key={person.id} title={person.name} facts={`@${person.handle}`}>
                <SecondaryButton
                  size="xs"
                  aria-label={t('Remove {{name}}', { name: person.name })}
                  onClick={() => askToRemove(person)}
                >
                  {t('Remove')}
                </SecondaryButton>
              </ListRow>
            ))}
            foot={<NewMembers group={group} onAdd={members => save(group.name, members)} />}
          />
          <SecondaryButton className={page.back} onClick={askToDelete}>
            {t('Delete group')}
          </SecondaryButton>
        </>
      )}
      {question}
    </>
  )
}

interface NewMembersProps {
  readonly group: StudyGroup
  readonly onAdd: (members: readonly string[]) => Promise<void>
}

function NewMembers({ group, onAdd }: NewMembersProps) {
  const { t } = useText()
  const [chosen, setChosen] = useState<readonly string[]>([])
  return (
    <Stack gap="xs" className={page.form}>
      <PeopleChoice
        label={t('Add students')}
        description={t('Your followers and students who have accepted homework from you')}
        chosen={chosen}
        without={group.members}
        most={HOMEWORK_LIMITS.students - group.members.length}
        onChange={setChosen}
      />
      <SecondaryButton
        className={page.back}
        disabled={chosen.length === 0}
        onClick={() => void onAdd(chosen).then(() => setChosen([]))}
      >
        {t('Add')}
      </SecondaryButton>
    </Stack>
  )
}

function Membership({ group }: { readonly group: StudyGroup }) {
  const { t } = useText()
  const { api } = useKernel()
  const { busy, attemptLast, ask, question } = useActions()
  const { name } = group.teacher
  const leave = {
    title: t('Leave this group?'),
    text: t(
      'You’ll also leave homework assigned through this group. {{name}} will no longer see your takes, and can’t add you again.',
      { name },
    ),
    yes: t('Leave'),
    run: () => attemptLast(() => api.call(leaveGroup, { params: { id: group.id } })),
  }
  return (
    <Stack className={`fw-card ${page.form}`} p={20} gap="md" align="flex-start">
      <div>
        <Text>{t('{{name}}’s group', { name })}</Text>
        <Hint>{t('{{name}} sees your name and what you hand in. You can leave at any time.', { name })}</Hint>
      </div>
      <SecondaryButton loading={busy} onClick={() => ask(leave)}>
        {t('Leave')}
      </SecondaryButton>
      {question}
    </Stack>
  )
}
