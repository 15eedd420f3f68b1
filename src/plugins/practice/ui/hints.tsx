import { Anchor, Box, Button, Group, Text } from '@mantine/core'
import { IconRepeat, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { openedBy, planPath } from '../../../core/auth/plans.js'
import { DONE } from '../../../core/events/app-events.js'
import { COMMANDS } from '../../../core/kernel/tokens.js'
import { CommandIcon } from '../../../core/react/command-button.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useSaid } from '../../../core/react/hooks/use-said.js'
import {
  useKernel,
  useOptionalService,
  useService,
  useStore,
  useText,
} from '../../../core/react/kernel-context.js'
import { usePlan } from '../../../core/react/plan-gate.js'
import { shownNoteName } from '../../../music/song/song-keys.js'
import { NECK_VIEW } from '../../fretboard/tokens.js'
import { MIDI_EVENT, SONG_PORT } from '../../midi-io/tokens.js'
import { PLAYBACK_SETTINGS, SONG_SESSION } from '../../player/tokens.js'
import { hardestBars } from '../judging/take-run.js'
import { SIGNS, wordsOf } from '../judging/verdict-words.js'
import { DRILLS, JUDGING, percentOf, type TakeResult, type Verdict } from '../tokens.js'
import { JudgeTool } from './judging/judge-tool.js'
import classes from './judging/judging.module.css'

/** Shown in the transport, so that results cover neither the neck nor the tablature. */
export default function Hints() {
  const { t } = useText()
  const { playing } = useStore(useService(SONG_SESSION).view)
  const waits = useStore(useService(PLAYBACK_SETTINGS).view, view => view.wait)
  const { judging, taking, result } = useStore(useService(JUDGING).view)
  const onNeck = useOnNeck()
  const isFree = useFreeTake()
  const place = useWaitingPlace()
  if (!onNeck && !playing) return null
  if (!judging && !waits && (!result || playing)) return null
  const hint =
    place ||
    (waits
      ? t('The song waits for you at each note.')
      : t('Start the song and play along. Feedback on your notes appears here.'))
  return (
    <div className={classes.strip} data-strip>
      {taking ? (
        <VerdictLine place={place} />
      ) : result && !playing ? (
        <Result take={result} />
      ) : (
        <span>
          {hint} {judging && isFree && t('Your plan includes one take with feedback.')}
        </span>
      )}
      {judging && <JudgeTool />}
    </div>
  )
}

const useOnNeck = () => useStore(useService(COMMANDS).conditions, ({ route }) => route === '/fretboard')

/**
 * Announces what to play, such as `Bar 3, beat 1: play A2 and C4.`, and wrong notes.
 * @returns the announcement; empty unless the song is waiting
 */
function useWaitingPlace(): string {
  const { t, locale } = useText()
  const { events } = useKernel()
  const session = useService(SONG_SESSION)
  const { song, waiting, awaited } = useStore(session.view)
  const names = useOptionalService(NECK_VIEW)?.getState()
  const notes = awaited.toSorted((a, b) => a - b).map(pitch => shownNoteName(pitch, names))
  const values = { notes: new Intl.ListFormat(locale).format(notes) }
  const place =
    waiting && song
      ? t('Bar {{bar}}, beat {{beat}}: play {{notes}}.', {
          ...song.barBeatAt(session.positionMs()),
          ...values,
        })
      : ''
  useSaid(place)
  useEffect(() => {
    if (!waiting) return
    const listening = events.on(MIDI_EVENT, event => {
      const isPlayed = event.kind === 'note' && event.on && event.portId !== SONG_PORT
      if (!isPlayed || awaited.includes(event.number)) return
      events.emit(DONE, { text: t('{{note}} is wrong.', { note: shownNoteName(event.number, names) }) })
    })
    return () => listening.dispose()
  }, [events, waiting, awaited, names, t])
  return place
}

export function useFreeTake(): boolean {
  const isAssigned = useStore(useService(JUDGING).view, view => view.assigned)
  return !usePlan().has('practice') && !isAssigned
}

const SLOTS = 8

function VerdictLine({ place }: { place: string }) {
  const { t, tm } = useText()
  const { message, tempo } = useStore(useService(DRILLS).said)
  const { lost, latest } = useStore(useService(JUDGING).view)
  const fault = latest.findLast(({ kind }) => kind !== 'hit')
  // Wrong notes aren't announced during playback: a screen reader would talk over the song.
  const isSaid = lost || (fault === undefined && place === '')
  return (
    <>
      <Group component="span" gap={2} wrap="nowrap" aria-hidden="true">
        {Array.from({ length: SLOTS }, (_, slot) => {
          const verdict = latest[latest.length - SLOTS + slot]
          // biome-ignore lint/suspicious/noArrayIndexKey: slots are identified by position
          return <Slot key={slot} verdict={verdict} />
        })}
      </Group>
      <span className={classes.why} role={isSaid ? 'status' : undefined}>
        {lost ? (
          t('Lost your place in the song. Start again from any bar.')
        ) : place ? (
          place
        ) : fault ? (
          <Why verdict={fault} />
        ) : latest.length === 0 && message !== '' ? (
          tm('practice', message, { tempo })
        ) : null}
      </span>
    </>
  )
}

function Slot({ verdict }: { verdict: Verdict | undefined }) {
  const pitch = verdict?.wanted ?? verdict?.heard
  const names = useOptionalService(NECK_VIEW)?.getState()
  return (
    <span className={classes.slot}>
      <span className={classes.sign} data-verdict={verdict?.kind}>
        {verdict ? SIGNS[verdict.kind] : ''}
      </span>
      <span>{pitch === undefined ? '' : shownNoteName(pitch, names)}</span>
    </span>
  )
}

export function Why({ verdict }: { verdict: Verdict }) {
  const { tm } = useText()
  const { sentence, values } = wordsOf(verdict, useOptionalService(NECK_VIEW)?.getState())
  return <>{tm('practice', sentence, values)}</>
}

export function TakeFigure({ take: { accuracy, counts } }: { take: TakeResult }) {
  const { t } = useText()
  const { hit, extra, ...faults } = counts
  const count = Object.values(faults).reduce((sum, each) => sum + each, hit)
  const notes = t('{{hit}} of {{count}} notes', { hit, count })
  return (
    <>
      <Text span fz={16} lh="17px" fw={700}>
        {t('{{percent}}% right', { percent: percentOf(accuracy) })}
      </Text>
      {', '}
      {extra === 0 ? `${notes}.` : `${notes}, ${t('{{count}} extra notes', { count: extra })}.`}
    </>
  )
}

function Result({ take }: { take: TakeResult }) {
  const { earlier } = useStore(useService(JUDGING).view)
  return (
    <>
      <span role="status" className={classes.said}>
        <TakeFigure take={take} /> <Compared take={take} earlier={earlier} />
        <ProNote />
      </span>
      <Details />
      <HardestBars take={take} />
      <CommandIcon
        command="practice.dismiss-result"
        variant="subtle"
        color="gray"
        className={classes.dismiss ?? ''}
      >
        <IconX size={16} />
      </CommandIcon>
    </>
  )
}

function Details() {
  const { t } = useText()
  const onNeck = useOnNeck()
  const judging = useService(JUDGING)
  const show = () => {
    const take = document.querySelector<HTMLElement>('[data-take]')
    const before: [Element, number][] = []
    for (let room = take?.parentElement; room; room = room.parentElement) before.push([room, room.scrollTop])
    const end = judging.view.subscribe(({ result }) => {
      end()
      if (!result) for (const [room, top] of before) room.scrollTop = top
    })
    take?.scrollIntoView({ block: 'nearest' })
    take?.focus({ preventScroll: true })
  }
  return (
    onNeck && (
      <Anchor component="button" fz={13} className={classes.details ?? ''} onClick={show}>
        {t('Details')}
      </Anchor>
    )
  )
}

function Compared({ take, earlier }: { take: TakeResult; earlier: readonly TakeResult[] }) {
  const { t } = useText()
  const last = earlier.at(-1)
  if (!last) return null
  const change = percentOf(take.accuracy) - percentOf(last.accuracy)
  const best = percentOf(Math.max(...earlier.map(({ accuracy }) => accuracy)))
  const words =
    change > 0
      ? t('Up {{count}} points from last time. Best: {{best}}%.', { count: change, best })
      : change < 0
        ? t('Down {{count}} points from last time. Best: {{best}}%.', { count: -change, best })
        : t('Same as last time. Best: {{best}}%.', { best })
  return (
    <Text span fz={13} c="dimmed">
      {words}
    </Text>
  )
}

function HardestBars({ take }: { take: TakeResult }) {
  const { t } = useText()
  const loop = useCommand('practice.loop-hardest-bar')
  const bars = hardestBars(take)
  if (bars.length === 0) return null
  return (
    <Group
      component="ul"
      className={`fw-list ${classes.bars}`}
      gap={6}
      wrap="nowrap"
      aria-label={t('Hardest bars')}
    >
      {bars.map(({ bar, right, written }, index) => (
        <li key={bar}>
          <Button
            size="compact-sm"
            variant={index === 0 ? 'filled' : 'default'}
            leftSection={<IconRepeat size={14} />}
            rightSection={
              index === 0 &&
              loop.keys.length > 0 && (
                <Box component="kbd" visibleFrom="sm">
                  {loop.keys.join(' ')}
                </Box>
              )
            }
            aria-label={t('Loop bar {{bar}}: {{right}} of {{written}} right', { bar, right, written })}
            onClick={() => loop.run({ rank: index + 1 })}
          >
            {t('Bar {{bar}}: {{right}}/{{written}}', { bar, right, written })}
          </Button>
        </li>
      ))}
    </Group>
  )
}

function ProNote() {
  const { t, tm } = useText()
  if (!useFreeTake()) return null
  return (
    <Text span fz={13}>
      {t('{{plan}} includes feedback on every take.', { plan: tm('core', openedBy('practice')) })}{' '}
      <Anchor component={Link} to={planPath('practice')} fz={13}>
        {tm('core', 'See plans')}
      </Anchor>
    </Text>
  )
}
