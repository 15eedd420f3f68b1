import { Button, Group as Row, Stack, Text, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import {
  endGroup,
  HOMEWORK_LIMITS,
  leaveGroup,
  ownGroups,
  type StudyGroup,
  saveGroup,
} from '../../../core/api/homework.js'
import { useCall } from '../../../core/react/hooks/use-answer.js'
import { useAttempt } from '../../../core/react/hooks/use-attempt.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { Awaited, BackLink } from '../../../core/react/list-page.js'
import page from '../../../core/react/list-page.module.css'
import { Hint, SecondaryButton } from '../../../core/react/looks.js'
import { PeopleChoice } from '../../../core/react/people-choice.js'
import { type Asked, Question } from '../../../core/react/question.js'
import { refusalText } from '../sentences.js'

export default function GroupPage() {
  const { t } = useText()
  const { id = '' } = useParams()
  const own = useStore(useKernel().auth.state, ({ user }) => user?.id)
  const answer = useCall(ownGroups)
  const group = answer.value?.items.find(each => each.id === id)
  const isOwn = group === undefined || group.teacher.id === own
  return (
    <div className={page.page}>
      <BackLink to="/homework">{t('Homework')}</BackLink>
      <h1 className={page.title}>{group?.name ?? t('New group')}</h1>
      <Awaited answer={answer} words={refusalText} />
      {answer.value && (isOwn ? <GroupForm id={id} group={group} /> : <Membership group={group} />)}
    </div>
  )
}

/** Does what ends with the page, such as deleting what it shows. */
function useLastAttempt() {
  const navigate = useNavigate()
  const { busy, attempt } = useAttempt(refusalText)
  const attemptLast = (work: () => Promise<unknown>) =>
    void attempt(async () => {
      await work()
      navigate('/homework')
    })
  return { busy, attemptLast }
}

function GroupForm({ id, group }: { readonly id: string; readonly group: StudyGroup | undefined }) {
  const { t } = useText()
  const { api } = useKernel()
  const { busy, attemptLast } = useLastAttempt()
  const [name, setName] = useInputState(group?.name ?? '')
  const [members, setMembers] = useState<readonly string[]>(group?.members.map(person => person.id) ?? [])
  const [question, setQuestion] = useState<Asked>()
  const save = () => {
    const body = { name: name.trim(), members: [...members] }
    attemptLast(() => api.call(saveGroup, { params: { id }, body }))
  }
  const ask = () =>
    setQuestion({
      title: t('Delete this group?'),
      text: t('What was given to it stays with its students.'),
      yes: t('Delete'),
      run: () => attemptLast(() => api.call(endGroup, { params: { id } })),
    })
  return (
    <form
      className={page.form}
      onSubmit={event => {
        event.preventDefault()
        if (name.trim() !== '') save()
      }}
    >
      <Stack className="fw-card" p={20} gap="md">
        <TextInput label={t('Name')} maxLength={60} value={name} onChange={setName} />
        <PeopleChoice
          label={t('Students')}
          chosen={members}
          known={group?.members ?? []}
          most={HOMEWORK_LIMITS.students}
          onChange={setMembers}
        />
        <Hint>{t('You can add people who follow you, or who have accepted homework from you.')}</Hint>
        <Row gap="xs">
          <Button type="submit" loading={busy} disabled={name.trim() === ''}>
            {t('Save')}
          </Button>
          {group && <SecondaryButton onClick={ask}>{t('Delete')}</SecondaryButton>}
        </Row>
      </Stack>
      <Question asked={question} onClose={() => setQuestion(undefined)} />
    </form>
  )
}

function Membership({ group }: { readonly group: StudyGroup }) {
  const { t } = useText()
  const { api } = useKernel()
  const { busy, attemptLast } = useLastAttempt()
  const [question, setQuestion] = useState<Asked>()
  const ask = () =>
    setQuestion({
      title: t('Leave this group?'),
      text: t('You also leave the homework that was given to it, and {{name}} can’t add you again.', {
        name: group.teacher.name,
      }),
      yes: t('Leave'),
      run: () => attemptLast(() => api.call(leaveGroup, { params: { id: group.id } })),
    })
  return (
    <Stack className={`fw-card ${page.form}`} p={20} gap="md" align="flex-start">
      <Text>{t('A group of {{name}}', { name: group.teacher.name })}</Text>
      <SecondaryButton loading={busy} onClick={ask}>
        {t('Leave')}
      </SecondaryButton>
      <Question asked={question} onClose={() => setQuestion(undefined)} />
    </Stack>
  )
}
