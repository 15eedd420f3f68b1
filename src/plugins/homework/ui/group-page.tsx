import { Anchor, Button, Group as Row, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useCallback, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import {
  endGroup,
  HOMEWORK_LIMITS,
  leaveGroup,
  ownGroups,
  type StudyGroup,
  saveGroup,
} from '../../../core/api/homework.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useAttempt } from '../../../core/react/hooks/use-attempt.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import page from '../../../core/react/list-page.module.css'
import { PeopleChoice } from '../../../core/react/people-choice.js'
import { type Asked, Question } from '../../../core/react/question.js'
import { Refused } from '../../../core/react/refused.js'
import { refusalText } from '../sentences.js'
import classes from './homework.module.css'

export default function GroupPage() {
  const { t } = useText()
  const { api, auth } = useKernel()
  const { id = '' } = useParams()
  const own = useStore(auth.state, ({ user }) => user?.id)
  const ask = useCallback((signal: AbortSignal) => api.call(ownGroups, {}, { signal }), [api])
  const { value, error, busy, reload } = useAnswer(ask)
  const group = value?.items.find(each => each.id === id)
  return (
    <div className={page.page}>
      <Anchor component={Link} to="/homework" size="sm" className={page.back}>
        {t('Homework')}
      </Anchor>
      <h1 className={page.title}>{group?.name ?? t('New group')}</h1>
      {error !== undefined && <Refused error={error} words={refusalText} onRetry={reload} />}
      {!value && busy && <Skeleton className="fw-card" height={180} aria-hidden />}
      {value && (group === undefined || group.teacher.id === own) && <GroupForm id={id} group={group} />}
      {group && group.teacher.id !== own && <Membership group={group} />}
    </div>
  )
}

function GroupForm({ id, group }: { readonly id: string; readonly group: StudyGroup | undefined }) {
  const { t } = useText()
  const { api } = useKernel()
  const navigate = useNavigate()
  const { busy, attempt } = useAttempt(refusalText)
  const [name, setName] = useState(group?.name ?? '')
  const [members, setMembers] = useState<readonly string[]>(group?.members.map(person => person.id) ?? [])
  const [question, setQuestion] = useState<Asked>()
  const save = () =>
    attempt(async () => {
      await api.call(saveGroup, { params: { id }, body: { name: name.trim(), members: [...members] } })
      navigate('/homework')
    })
  const end = () =>
    attempt(async () => {
      await api.call(endGroup, { params: { id } })
      navigate('/homework')
    })
  const ask = () =>
    setQuestion({
      title: t('Delete this group?'),
      text: t('What was given to it stays with its students.'),
      yes: t('Delete'),
      run: () => void end(),
    })
  return (
    <form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        if (name.trim() !== '') void save()
      }}
    >
      <Stack className="fw-card" p={20} gap="md">
        <TextInput
          label={t('Name')}
          maxLength={60}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <PeopleChoice
          label={t('Students')}
          chosen={members}
          known={group?.members ?? []}
          most={HOMEWORK_LIMITS.students}
          onChange={setMembers}
        />
        <Row gap="xs">
          <Button type="submit" loading={busy} disabled={name.trim() === ''}>
            {t('Save')}
          </Button>
          {group && (
            <Button variant="default" onClick={ask}>
              {t('Delete')}
            </Button>
          )}
        </Row>
      </Stack>
      <Question asked={question} onClose={() => setQuestion(undefined)} />
    </form>
  )
}

function Membership({ group }: { readonly group: StudyGroup }) {
  const { t } = useText()
  const { api } = useKernel()
  const navigate = useNavigate()
  const { busy, attempt } = useAttempt(refusalText)
  const [question, setQuestion] = useState<Asked>()
  const leave = () =>
    attempt(async () => {
      await api.call(leaveGroup, { params: { id: group.id } })
      navigate('/homework')
    })
  const ask = () =>
    setQuestion({
      title: t('Leave this group?'),
      text: t('You also leave the homework that was given to it, and {{name}} can’t add you again.', {
        name: group.teacher.name,
      }),
      yes: t('Leave'),
      run: () => void leave(),
    })
  return (
    <Stack className={`fw-card ${classes.form}`} p={20} gap="md" align="flex-start">
      <Text>{t('A group of {{name}}', { name: group.teacher.name })}</Text>
      <Button variant="default" loading={busy} onClick={ask}>
        {t('Leave')}
      </Button>
      <Question asked={question} onClose={() => setQuestion(undefined)} />
    </Stack>
  )
}
