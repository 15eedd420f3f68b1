/** Join code on the teacher's page, and the field where students enter it. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { emailAddress } from '../../../../core/contract/endpoint.js'
import {
  endJoinCode,
  groupByCode,
  inviteToGroup,
  joinGroup,
  makeJoinCode,
  type StudyGroup,
} from '../../../../core/contract/homework.js'
import { useSaid } from '../../../../core/react/hooks/use-said.js'
import { useKernel, useText } from '../../../../core/react/kernel-context.js'
import { NameForm } from '../../../../core/react/list-page.js'
import page from '../../../../core/react/list-page.module.css'
import { Hint, SecondaryButton, SectionTitle } from '../../../../core/react/looks.js'
import { refusalText } from '../sentences.js'
import { useActions } from './parts.js'

interface JoinCodeProps {
  readonly group: StudyGroup
  readonly onChange: () => void
}

export function JoinCode({ group: { id, code }, onChange }: JoinCodeProps) {
  const { t, locale } = useText()
  const { api, notices } = useKernel()
  const { busy, attempt, ask, question } = useActions()
  const [addresses, setAddresses] = useInputState('')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const change = (work: () => Promise<unknown>) => void attempt(() => work().then(onChange))
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const end = () => change(() => api.call(endJoinCode, { params: { id } }))
  const make = () => change(() => api.call(makeJoinCode, { params: { id } }))
  const invite = () =>
    void attempt(async () => {
      const emails = addresses.split(/[,;\n]+/).flatMap(each => each.trim() || [])
      const refused = emails.filter(email => !emailAddress.safeParse(email).success)
      setWrong(refused)
      if (refused.length > 0) return
      for (const [sent, email] of emails.entries()) {
        await api.call(inviteToGroup, { params: { id }, body: { email } })
        // If the next call fails, retrying skips the addresses already invited.
        setAddresses(emails.slice(sent + 1).join(', '))
      }
      onChange()
      const message = t('Invitation sent to {{addresses}}', { addresses: emails.join(', ') })
      notices.post({ kind: 'success', source: 'social', message })
    })
  const copy = (text: string, message: string) => () =>
    void attempt(async () => {
      await navigator.clipboard.writeText(text)
      notices.post({ kind: 'success', source: 'social', message })
    })
  const askFirst = (title: string, yes: string, run: () => void) => () =>
    ask({
      title,
      text: t('The current code and its link will stop working. Members stay in the group.'),
      yes,
      run,
    })
  return (
    <Stack
      component="section"
      className={`fw-card ${page.form}`}
      p={20}
      gap="sm"
      aria-label={t('Invite students')}
    >
      <div>
        <SectionTitle>{t('Invite students')}</SectionTitle>
        <Hint>{t('Students who open the link or enter the code under Homework join this group.')}</Hint>
      </div>
      {code ? (
        <>
          <div>
            <Text ff="monospace" fz={28} fw={600} lh={1.2}>
              {code.code}
            </Text>
            <Hint>{t('Until {{day}}', { day: day.format(new Date(code.endsAt)) })}</Hint>
          </div>
          <Group gap="xs">
            <Button onClick={copy(`${location.origin}/homework?join=${code.code}`, t('Link copied'))}>
              {t('Copy link')}
            </Button>
            <SecondaryButton onClick={copy(code.code, t('Code copied'))}>{t('Copy code')}</SecondaryButton>
            <SecondaryButton disabled={busy} onClick={askFirst(t('Replace the code?'), t('Replace'), make)}>
              {t('Replace')}
            </SecondaryButton>
            <SecondaryButton disabled={busy} onClick={askFirst(t('Turn off the code?'), t('Turn off'), end)}>
              {t('Turn off')}
            </SecondaryButton>
          </Group>
        </>
      ) : (
        <Button className={page.back} loading={busy} onClick={make}>
          {t('Create a link')}
        </Button>
      )}
      <Group gap="xs" align="flex-end">
        <TextInput
          flex={1}
          miw={220}
          maxLength={2000}
          label={t('Invite by email')}
          description={t('Separate multiple addresses with commas.')}
          error={
            wrong.length > 0 &&
            t('Not an email address: {{addresses}}. Nothing was sent.', { addresses: wrong.join(', ') })
          }
          inputMode="email"
          inputWrapperOrder={['label', 'description', 'error', 'input']}
          value={addresses}
          onChange={setAddresses}
        />
        <SecondaryButton disabled={busy || addresses.trim() === ''} onClick={invite}>
          {t('Send invitations')}
        </SecondaryButton>
      </Group>
      {question}
    </Stack>
  )
}

/** Also opened by links that contain a code. */
export function JoinGroup({ onJoined }: { readonly onJoined: () => void }) {
  const { t, tm } = useText()
  const { api, auth } = useKernel()
  const navigate = useNavigate()
  const [address, setAddress] = useSearchParams()
  const [refused, setRefused] = useState<unknown>()
  const [joined, setJoined] = useState(0)
  const { ask, question } = useActions()
  const linked = address.get('join')

  const attempt = (work: () => Promise<unknown>) => void work().then(() => setRefused(undefined), setRefused)
  const look = async (code: string) => {
    const { id, name: group, teacher } = await api.call(groupByCode, { body: { code } })
    const { name } = teacher
    if (teacher.id === auth.state.getState().user?.id) return navigate(`/homework/group/${id}`)
    const join = async () => {
      await api.call(joinGroup, { body: { code } })
      setJoined(joined + 1)
      onJoined()
    }
    ask({
      title: t('Join “{{group}}”?', { group }),
      text: [
        t('{{name}}’s group', { name }),
        t('{{name}} sees your name and what you hand in. You can leave at any time.', { name }),
      ],
      yes: t('Join'),
      run: () => attempt(join),
    })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each link
  useEffect(() => {
    if (linked === null) return
    setAddress({}, { replace: true })
    attempt(() => look(linked))
  }, [linked])

  const words = refused === undefined ? undefined : refusalText(refused)
  const error = words ? tm(words.source, words.message, words.values) : ''
  useSaid(error, refused)
  return (
    <>
      <NameForm
        key={joined}
        label={t('Join code')}
        description={t('Ask your teacher for the code.')}
        error={error}
        submit={t('Join a group')}
        maxLength={40}
        autoComplete="off"
        onName={code => attempt(() => look(code))}
      />
      {question}
    </>
  )
}
