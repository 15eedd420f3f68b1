import { Anchor, Button, Group, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import { useInputState, useNetwork } from '@mantine/hooks'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import * as z from 'zod/mini'
import type { ArgumentChoice } from '../../../../core/commands/command.js'
import {
  HOMEWORK_LIMITS,
  INCLUDED,
  type ListedSong,
  ownGroups,
  type Task,
} from '../../../../core/contract/homework.js'
import type { NoticeText } from '../../../../core/events/notices.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useAnswer, useAttempt } from '../../../../core/react/hooks/use-answer.js'
import { PeopleChoice } from '../../../../core/react/inputs/people-choice.js'
import { Select } from '../../../../core/react/inputs/select.js'
import { useKernel, useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { BackLink } from '../../../../core/react/list-page.js'
import page from '../../../../core/react/list-page.module.css'
import { Hint, SecondaryButton } from '../../../../core/react/looks.js'
import { PluginScreen } from '../../../../core/react/plugin-screen.js'
import { FocusedAlert } from '../../../../core/react/refused.js'
import { type LibrarySong, SONG_LIBRARY, syncIdOf } from '../../../library/tokens.js'
import { ONCE } from '../../once.js'
import { outboxOf, refusalOf } from '../outbox.js'
import { practicingOf } from '../practicing.js'
import { refusalText } from '../sentences.js'
import { isPast } from './facts.js'
import { DueAndNote, useKept } from './parts.js'

type Bar = number | string

export default function NewHomeworkPage() {
  const { t, tm } = useText()
  const { auth, notices } = useKernel()
  const outbox = useService(ONCE)(outboxOf)
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const own = useStore(auth.state, ({ user }) => user?.id)
  const groups = useKept(ownGroups).value?.items.filter(({ teacher }) => teacher.id === own) ?? []
  const { attempt, busy } = useAttempt(refusalText)
  const practicing = useService(ONCE)(practicingOf)
  const library = useService(SONG_LIBRARY)
  const choices = useSongs()
  const [chosen, setChosen] = useState(address.get('song') ?? '')
  const [title, setTitle] = useInputState<string | undefined>(undefined)
  const [from, setFrom] = useState<Bar>('')
  const [to, setTo] = useState<Bar>('')
  const [tempo, setTempo] = useState<Bar>(100)
  const [track, setTrack] = useState<string | null>(null)
  const [loop, setLoop] = useInputState(true)
  const [dueNote, setDueNote] = useState<Pick<Task, 'due' | 'note'>>({ note: '' })
  const [people, setPeople] = useState<readonly string[]>([])
  const [group, setGroup] = useState<string | null>(address.get('group'))
  const { online } = useNetwork()
  const [refusal, setRefusal] = useState<NoticeText>()
  const [heard, setHeard] = useState('')
  const describe = useCallback(
    async () => (chosen === '' ? undefined : practicing.describe(await library.open(chosen))),
    [chosen, library, practicing],
  )
  const { value, error, busy: describing } = useAnswer(describe)
  const described = describing || error !== undefined ? undefined : value
  const choice = choices.find(({ value }) => value === chosen)
  const songs = choice?.songs ?? []
  const [song] = songs
  const trackNames = described?.tracks
    .filter(each => each.playable)
    .map(({ index, name: label, instrument }) => ({ value: `${index}`, label: label || instrument }))
  const isOne = songs.length < 2
  const name = title ?? choice?.label ?? ''
  const isTurned = isOne && typeof from === 'number' && typeof to === 'number' && from > to
  const isOutside = (bar: Bar) =>
    isOne && described && typeof bar === 'number' && (bar > described.bars || bar < described.firstBar)
  const toError = isTurned ? t('The section ends before it starts.') : isOutside(to)
  const isWrong = Boolean(isOutside(from) || toError)
  const isReady =
    !isWrong &&
    song !== undefined &&
    name.trim() !== '' &&
    !isPast(dueNote.due) &&
    (people.length > 0 || group !== null)
  const section = {
    ...{ tempo: isOne && typeof tempo === 'number' ? tempo : 100, loop: isOne && loop },
    ...(isOne && typeof from === 'number' && { from }),
    ...(isOne && typeof to === 'number' && { to }),
    ...(isOne && track !== null && { track: Number(track) }),
  }
  const trackName = isOne && trackNames?.find(({ value }) => value === track)?.label

  // Changing the section ends the preview.
  const previewed = JSON.stringify([chosen, section])
  const preview = async () => {
    await practicing.listen(await library.open(chosen), section)
    setHeard(previewed)
  }
  const bars = {
    min: described?.firstBar ?? 0,
    max: described?.bars,
    allowDecimal: false,
    clampBehavior: 'none',
  } as const

  const give = async () => {
    if (!isReady) return
    if (heard !== '') practicing.stopPreview()
    const id = crypto.randomUUID()
    setRefusal(undefined)
    const call = {
      ...({ kind: 'give', homework: id } as const),
      body: {
        ...(trackName && { trackName: trackName.slice(0, 200) }),
        ...{ ...section, ...dueNote, id, song: song.song, title: name.trim(), people: [...people] },
        ...(!isOne && { list: [...songs] }),
        ...(group !== null && { group }),
      },
    }
    const isSent = await outbox.add(call).catch((error: unknown) => setRefusal(refusalOf(call, error)))
    if (isSent === undefined) return
    const message = t('It will be assigned when you’re back online.')
    if (!isSent) notices.post({ kind: 'info', source: 'social', message })
    navigate('/homework')
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(give)
  }
  return (
    <div className={page.page}>
      <BackLink to="/homework">{t('Homework')}</BackLink>
      <h1 className={page.title}>{t('Assign homework')}</h1>
      <form className={page.form} onSubmit={submit}>
        <Stack className="fw-card" p={20} gap="md">
          <Select
            label={t('Song or setlist')}
            allowDeselect
            placeholder={t('Choose from your library')}
            searchable
            data={Object.values(KINDS).map(kind => ({
              group: tm('social', kind),
              items: choices
                .filter(each => each.kind === kind)
                .map(({ value, label, option = label }) => ({ value, label: option })),
            }))}
            value={choice ? chosen : null}
            onChange={value => {
              setChosen(value ?? '')
              setTrack(null)
            }}
          />
          <TextInput label={t('Title')} maxLength={200} value={name} onChange={setTitle} />
          {isOne && trackNames && trackNames.length > 1 && (
            <Select
              label={t('Track')}
              clearable
              placeholder={t('Chosen by the student')}
              data={trackNames}
              value={track}
              onChange={setTrack}
            />
          )}
          {isOne && (
            <>
              <Group grow align="flex-start">
                <NumberInput
                  {...{
                    ...bars,
                    label: t('From bar'),
                    error: isOutside(from),
                    value: from,
                    onChange: setFrom,
                  }}
                />
                <NumberInput
                  {...{ ...bars, label: t('To bar'), error: toError, value: to, onChange: setTo }}
                />
                <NumberInput
                  label={t('Tempo')}
                  suffix=" %"
                  {...{ min: 25, max: 200, allowDecimal: false, value: tempo, onChange: setTempo }}
                />
              </Group>
              {described && <Hint>{t('The song ends at bar {{bar}}.', { bar: described.bars })}</Hint>}
              <Group justify="space-between">
                <Switch label={t('Loop this section')} checked={loop} onChange={setLoop} />
                <SecondaryButton
                  loading={busy}
                  disabled={!choice || isWrong}
                  onClick={() => void attempt(preview)}
                >
                  {t('Preview')}
                </SecondaryButton>
              </Group>
              {heard === previewed && <PluginScreen plugin="score" screen="TablaturePanel" part />}
            </>
          )}
          <DueAndNote {...dueNote} onChange={setDueNote} />
          <PeopleChoice
            label={t('Students')}
            chosen={people}
            description={t('Your followers and the students in your groups')}
            known={groups.flatMap(({ members }) => members)}
            most={HOMEWORK_LIMITS.students}
            onChange={setPeople}
          />
          <Anchor component={Link} to={`/homework/group/${groups[0]?.id ?? crypto.randomUUID()}`} size="sm">
            {t('Invite students')}
          </Anchor>
          {groups.length > 0 && (
            <Select
              label={t('Group')}
              clearable
              data={groups.map(({ id, name: label }) => ({ value: id, label }))}
              value={group}
              onChange={setGroup}
            />
          )}
          {!online && (
            <Hint role="status">
              {isReady
                ? t('It will be assigned when you’re back online.')
                : t('You’re offline. Only previously loaded students and groups are listed.')}
            </Hint>
          )}
          {refusal && (
            <FocusedAlert about={refusal}>{tm(refusal.source, refusal.message, refusal.values)}</FocusedAlert>
          )}
          <Button type="submit" loading={busy} disabled={!isReady} className={page.back}>
            {t('Assign homework')}
          </Button>
        </Stack>
      </form>
    </div>
  )
}

const KINDS = phrases({ own: 'Library', included: 'Included songs', setlists: 'Setlists' })

interface Choice {
  readonly value: string
  readonly label: string
  /** Unlike the label, unique for each library song. */
  readonly option?: string
  readonly kind: string | undefined
  readonly songs: readonly ListedSong[]
}

const ADDED = { dateStyle: 'medium', timeStyle: 'short' } as const

const setlistShape = z.object({
  ...{ id: z.string(), user: z.string(), name: z.string() },
  songs: z
    .array(
      z.object({
        ...{ song: z.string(), title: z.string(), tempo: z.number() },
        ...{ from: z.optional(z.number()), to: z.optional(z.number()) },
      }),
    )
    .check(z.minLength(1)),
})

/** Returns setlists, and library songs and included songs with their local IDs. */
function useSongs(): readonly Choice[] {
  const { songs } = useStore(useService(SONG_LIBRARY).view)
  const { commands, settings, auth } = useKernel()
  const { locale } = useText()
  const [listed, setListed] = useState<readonly ArgumentChoice[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list changes with the library
  useEffect(() => {
    void commands.choicesFor('library.open-song', 'song').then(found => setListed(found ?? []))
  }, [commands, songs])
  const ids = new Map(songs.map(song => [song.id, syncIdOf(song)]))
  const factsOf = ({ artist, addedAt }: LibrarySong) =>
    [artist ?? [], new Intl.DateTimeFormat(locale, ADDED).format(addedAt)].flat().join(' · ')
  const facts = new Map(songs.map(song => [song.id, factsOf(song)]))
  const last = new Map(listed.map(({ label, value }) => [label, value]))
  const first = new Map(listed.toReversed().map(({ label, value }) => [label, value]))
  const known = new Set(ids.values())
  const idOf = (song: string) => (known.has(song) ? song : `${INCLUDED}${song}`)
  const section = settings.sections.getState().find(({ id }) => id === 'Setlists')
  const kept = section && (settings.store(section).getState() as { readonly kept?: unknown }).kept
  const user = auth.state.getState().user?.id
  const lists = (Array.isArray(kept) ? kept : []).flatMap(each => setlistShape.safeParse(each).data ?? [])
  return [
    ...listed.map(({ value, label }) => {
      const id = ids.get(`${value}`)
      const song = id ?? `${INCLUDED}${value}`
      return {
        value: `${value}`,
        label,
        ...(id && first.get(label) !== last.get(label) && { option: `${label} · ${facts.get(`${value}`)}` }),
        kind: id ? KINDS.own : KINDS.included,
        songs: [{ song, title: label }],
      }
    }),
    ...lists
      .filter(list => list.user === user)
      .map(({ id, name, songs: entries }) => ({
        ...{ value: `setlist ${id}`, label: name, kind: KINDS.setlists },
        songs: entries
          .slice(0, HOMEWORK_LIMITS.songs)
          .map(entry => ({ ...entry, song: idOf(entry.song), title: entry.title.slice(0, 200) })),
      })),
  ]
}
