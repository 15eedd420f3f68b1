import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import {
  type Audience,
  addShareLink,
  endShare,
  endShareLink,
  type OwnShare,
  ownShares,
  SHARE_KINDS,
  SHARE_LIMITS,
  type ShareKind,
  setShare,
} from '../../../../core/contract/sharing.js'
import { useAttempt, useCall } from '../../../../core/react/hooks/use-answer.js'
import { PeopleChoice } from '../../../../core/react/inputs/people-choice.js'
import { Select } from '../../../../core/react/inputs/select.js'
import { useKernel, useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { Awaited, BackLink, PageHeader } from '../../../../core/react/list-page.js'
import page from '../../../../core/react/list-page.module.css'
import { Hint, SecondaryButton, SectionTitle } from '../../../../core/react/looks.js'
import { type Asked, Question } from '../../../../core/react/question.js'
import { SONG_LIBRARY, syncIdOf } from '../../../library/tokens.js'
import { ONCE } from '../../once.js'
import { AUDIENCES, KINDS, refusalText } from '../sentences.js'
import { sharedThingsOf } from '../shared-things.js'

export default function SharePage() {
  const { t, tm } = useText()
  const [address] = useSearchParams()
  const kind = SHARE_KINDS.find(each => each === address.get('kind')) ?? 'song'
  const record = address.get('record') ?? ''
  const answer = useCall(ownShares, { query: { kind, record } })
  const { value, reload } = answer
  const share = value?.items[0]
  const name = useName(kind, record) ?? share?.title
  const [made, setMade] = useState<{ readonly share: string; readonly url: string }>()
  if (record === '') return <Navigate to="/shared" replace />
  return (
    <div className={page.page}>
      <BackLink to="/shared">{t('Shared')}</BackLink>
      <PageHeader title={name ?? t('Share')} note={tm('social', KINDS[kind] ?? '')} />
      <Awaited answer={answer} words={refusalText} />
      {value && share?.removed && (
        <Alert color="red" variant="outline">
          {t('An administrator has removed this. It can’t be shared again.')}
        </Alert>
      )}
      {value && !share?.removed && (
        <>
          <AudienceForm
            key={share?.id ?? record}
            kind={kind}
            record={record}
            share={share}
            onSaved={reload}
            onLink={setMade}
          />
          {share && (
            <Links
              share={share}
              made={made?.share === share.id ? made.url : undefined}
              onLink={setMade}
              onChanged={reload}
            />
          )}
        </>
      )}
    </div>
  )
}

function useName(kind: ShareKind, record: string): string | undefined {
  const things = useService(ONCE)(sharedThingsOf)
  const { songs } = useStore(useService(SONG_LIBRARY).view)
  if (kind === 'song') return songs.find(song => syncIdOf(song) === record)?.name
  return things.itemsOf(kind).find(({ id }) => id === record)?.name
}

interface AudienceFormProps {
  readonly kind: ShareKind
  readonly record: string
  readonly share: OwnShare | undefined
  readonly onSaved: () => void
  readonly onLink: OnLink
}

type OnLink = (link: { readonly share: string; readonly url: string } | undefined) => void

const linkUrl = (token: string) => `${window.location.origin}/link/${token}`

const CHOICES: readonly Audience[] = ['people', 'public', 'private']

function AudienceForm({ kind, record, share, onSaved, onLink }: AudienceFormProps) {
  const { t, tm } = useText()
  const { api, notices } = useKernel()
  const things = useService(ONCE)(sharedThingsOf)
  const navigate = useNavigate()
  const { busy, attempt } = useAttempt(refusalText)
  const [audience, setAudience] = useState<Audience>(share?.audience ?? 'people')
  const [people, setPeople] = useState<readonly string[]>(share?.people.map(({ id }) => id) ?? [])
  const [question, setQuestion] = useState<Asked>()
  const isLink = !share && audience === 'private'
  const isEmpty = audience === 'people' && people.length === 0

  const save = () =>
    attempt(async () => {
      // The server shares its own copy, so sync first.
      await things.sync()
      const { id } = await api.call(setShare, { body: { kind, record, audience, people: [...people] } })
      if (isLink) {
        const { token } = await api.call(addShareLink, { params: { id }, body: { days: FIRST_DAYS } })
        onLink({ share: id, url: linkUrl(token) })
      } else notices.post({ kind: 'success', source: 'social', message: t('Saved') })
      onSaved()
    })
  const end = () =>
    attempt(async () => {
      if (share) await api.call(endShare, { params: { id: share.id } })
      navigate('/shared')
    })
  const ask = () =>
    setQuestion({
      title: t('Stop sharing?'),
      text: t(
        'Others will no longer see it, and its links will stop working. They’ll keep any copies they’ve made.',
      ),
      yes: t('Stop sharing'),
      run: () => void end(),
    })
  return (
    <form
      className={page.form}
      onSubmit={event => {
        event.preventDefault()
        if (!isEmpty) void save()
      }}
    >
      <Stack className="fw-card" p={20} gap="md">
        <Radio.Group
          label={t('Who can see it')}
          value={audience}
          onChange={chosen => setAudience(CHOICES.find(each => each === chosen) ?? 'private')}
        >
          <Stack gap="xs" mt="xs">
            {CHOICES.map(each => (
              <Radio key={each} value={each} label={tm('social', AUDIENCES[each] ?? '')} />
            ))}
          </Stack>
        </Radio.Group>
        {audience === 'people' && (
          <PeopleChoice
            label={t('People')}
            chosen={people}
            known={share?.people ?? []}
            most={SHARE_LIMITS.people}
            onChange={setPeople}
          />
        )}
        {audience === 'public' && (
          <Hint>
            {t(
              'Only share your own work or work you have permission to share. Others can report violations.',
            )}
          </Hint>
        )}
        <Group gap="xs">
          <Button type="submit" loading={busy} disabled={isEmpty}>
            {share ? t('Save') : isLink ? t('Create link') : t('Share')}
          </Button>
          {share && <SecondaryButton onClick={ask}>{t('Stop sharing')}</SecondaryButton>}
        </Group>
      </Stack>
      <Question asked={question} onClose={() => setQuestion(undefined)} />
    </form>
  )
}

const DAYS = [1, 7, 30, 90, 365]
const FIRST_DAYS = 30
const VIEWS = [1, 10, 100, 1000]

interface LinksProps {
  readonly share: OwnShare
  readonly made: string | undefined
  readonly onLink: OnLink
  readonly onChanged: () => void
}

function Links({ share, made, onLink, onChanged }: LinksProps) {
  const { t, locale } = useText()
  const { api } = useKernel()
  const { busy, attempt } = useAttempt(refusalText)
  const [days, setDays] = useState(String(FIRST_DAYS))
  const [views, setViews] = useState('')
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const add = () =>
    attempt(async () => {
      const body = { days: Number(days), ...(views !== '' && { views: Number(views) }) }
      const { token } = await api.call(addShareLink, { params: { id: share.id }, body })
      onLink({ share: share.id, url: linkUrl(token) })
      onChanged()
    })
  const end = (link: string) =>
    attempt(async () => {
      await api.call(endShareLink, { params: { id: share.id, link } })
      onLink(undefined)
      onChanged()
    })
  return (
    <Stack component="section" className={`fw-card ${page.form}`} p={20} gap="sm" aria-label={t('Links')}>
      <div>
        <SectionTitle>{t('Links')}</SectionTitle>
        <Hint>{t('Anyone with the link can view and play it without an account.')}</Hint>
      </div>
      {share.links.map(link => (
        <Group key={link.id} justify="space-between" gap="4px 12px">
          <Text size="sm">
            {t('Until {{day}}', { day: day.format(new Date(link.expiresAt)) })}
            {link.viewsLeft !== null && ` · ${t('{{count}} views left', { count: link.viewsLeft })}`}
          </Text>
          <SecondaryButton size="xs" disabled={busy} onClick={() => void end(link.id)}>
            {t('Revoke')}
          </SecondaryButton>
        </Group>
      ))}
      {made !== undefined && <NewLink url={made} />}
      <Group gap="xs" align="flex-end">
        <Select
          label={t('Expires after')}
          w={130}
          data={DAYS.map(each => ({ value: String(each), label: t('{{count}} days', { count: each }) }))}
          value={days}
          onChange={chosen => setDays(chosen ?? String(FIRST_DAYS))}
        />
        <Select
          label={t('View limit')}
          w={150}
          data={[
            { value: '', label: t('Unlimited') },
            ...VIEWS.map(each => ({ value: String(each), label: t('{{count}} times', { count: each }) })),
          ]}
          value={views}
          onChange={chosen => setViews(chosen ?? '')}
        />
        <SecondaryButton loading={busy} onClick={() => void add()}>
          {t('Create link')}
        </SecondaryButton>
      </Group>
    </Stack>
  )
}

/** Shown only once, because the server doesn't store the link. */
function NewLink({ url }: { readonly url: string }) {
  const { t } = useText()
  const { notices } = useKernel()
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    notices.post({ kind: 'success', source: 'social', message: t('Link copied') })
  }
  return (
    <Group gap="4px 12px" wrap="nowrap">
      <TextInput
        flex={1}
        readOnly
        label={t('New link')}
        description={t('Copy it now. You won’t be able to see it again.')}
        value={url}
        onFocus={event => event.currentTarget.select()}
      />
      <Button size="sm" mt="auto" onClick={() => void copy()}>
        {t('Copy')}
      </Button>
    </Group>
  )
}
