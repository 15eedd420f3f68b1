import { Button, Group, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { HOMEWORK_LIMITS, ownGroups } from '../../../core/api/homework.js'
import { useCall } from '../../../core/react/hooks/use-answer.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { BackLink } from '../../../core/react/list-page.js'
import page from '../../../core/react/list-page.module.css'
import { Hint } from '../../../core/react/looks.js'
import { PeopleChoice } from '../../../core/react/people-choice.js'
import { Select } from '../../../core/react/select.js'
import { SONG_LIBRARY, syncIdOf } from '../../library/tokens.js'
import { OUTBOX } from '../internal-tokens.js'

type Bar = number | string

export default function NewHomeworkPage() {
  const { t } = useText()
  const { auth, notices } = useKernel()
  const outbox = useService(OUTBOX)
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const own = useStore(auth.state, ({ user }) => user?.id)
  const { songs } = useStore(useService(SONG_LIBRARY).view)
  const groups = useCall(ownGroups).value?.items.filter(({ teacher }) => teacher.id === own) ?? []
  const [songId, setSong] = useState(address.get('song') ?? '')
  const [title, setTitle] = useInputState<string | undefined>(undefined)
  const [from, setFrom] = useState<Bar>('')
  const [to, setTo] = useState<Bar>('')
  const [tempo, setTempo] = useState<Bar>(100)
  const [loop, setLoop] = useInputState(true)
  const [note, setNote] = useInputState('')
  const [people, setPeople] = useState<readonly string[]>([])
  const [group, setGroup] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const song = songs.find(({ id }) => id === songId)
  const name = title ?? song?.name ?? ''
  const isReady = song !== undefined && name.trim() !== '' && (people.length > 0 || group !== null)

  const give = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    setBusy(true)
    const id = crypto.randomUUID()
    const isSent = await outbox.add({
      ...{ kind: 'give', homework: id },
      body: {
        ...{ id, song: syncIdOf(song), title: name.trim(), loop, note, people: [...people] },
        tempo: typeof tempo === 'number' ? tempo : 100,
        ...(typeof from === 'number' && { from }),
        ...(typeof to === 'number' && { to }),
        ...(group !== null && { group }),
      },
    })
    const message = isSent ? t('Homework assigned') : t('It will be assigned when you’re back online.')
    notices.post({ kind: isSent ? 'success' : 'info', source: 'homework', message })
    navigate('/homework')
  }

  return (
    <div className={page.page}>
      <BackLink to="/homework">{t('Homework')}</BackLink>
      <h1 className={page.title}>{t('Assign homework')}</h1>
      <form className={page.form} onSubmit={event => void give(event)}>
        <Stack className="fw-card" p={20} gap="md">
          <Select
            label={t('Song')}
            allowDeselect
            placeholder={t('Choose from your library')}
            searchable
            data={songs.map(({ id, name: label }) => ({ value: id, label }))}
            value={song ? songId : null}
            onChange={chosen => setSong(chosen ?? '')}
          />
          <TextInput label={t('Title')} maxLength={200} value={name} onChange={setTitle} />
          <Group grow align="flex-end">
            <NumberInput label={t('From bar')} min={0} allowDecimal={false} value={from} onChange={setFrom} />
            <NumberInput label={t('To bar')} min={0} allowDecimal={false} value={to} onChange={setTo} />
            <NumberInput
              label={t('Tempo')}
              suffix=" %"
              min={25}
              max={200}
              allowDecimal={false}
              value={tempo}
              onChange={setTempo}
            />
          </Group>
          <Switch label={t('Loop this section')} checked={loop} onChange={setLoop} />
          <Textarea label={t('Note')} autosize minRows={2} maxLength={2000} value={note} onChange={setNote} />
          <PeopleChoice
            label={t('Students')}
            chosen={people}
            most={HOMEWORK_LIMITS.students}
            onChange={setPeople}
          />
          <Hint>{t('You can add your followers and students who have accepted homework from you.')}</Hint>
          {groups.length > 0 && (
            <Select
              label={t('Group')}
              clearable
              data={groups.map(({ id, name: label }) => ({ value: id, label }))}
              value={group}
              onChange={setGroup}
            />
          )}
          <Button type="submit" loading={busy} disabled={!isReady} className={page.back}>
            {t('Assign homework')}
          </Button>
        </Stack>
      </form>
    </div>
  )
}
