import { Button, SegmentedControl, SimpleGrid, Stack, Switch, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconMicrophone } from '@tabler/icons-react'
import { Suspense, use, useEffect, useState } from 'react'
import { SETTINGS } from '../../../../core/kernel/tokens.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { WholeNumber } from '../../../../core/react/inputs/whole-number.js'
import { useFrames, useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import page from '../../../../core/react/list-page.module.css'
import { SecondaryButton } from '../../../../core/react/looks.js'
import { PageTabs } from '../../../../core/react/page-tabs.js'
import { noteName } from '../../../../music/guitar/note-name.js'
import { type NoteNames, shownNote } from '../../../../music/guitar/note-names.js'
import { PROBLEMS } from '../../problems.js'
import { AUDIO_INPUT } from '../../tokens.js'
import { TUNER, type TunerSession, type TunerView } from '../../tuner-session.js'
import { A4, type TunerSettings, tunerSettings } from '../../tuner-settings.js'
import { Display } from './tuner-display.js'
import classes from './tuner-page.module.css'

export default function TunerPage() {
  const { t } = useText()
  const { Loading } = useFrames()
  // A failed tuner isn’t kept. Asking again on every render would never end.
  const [opening] = useState(useService(TUNER))
  return (
    <div className={page.page}>
      <PageTabs of="/practice" />
      <header>
        <h1 className={page.title}>{t('Tuner')}</h1>
      </header>
      <Suspense fallback={<Loading />}>
        <Tuner opening={opening} />
      </Suspense>
    </div>
  )
}

interface TunerProps {
  readonly tuner: TunerSession
}

function Tuner({ opening }: { readonly opening: Promise<TunerSession> }) {
  const { t } = useText()
  const tuner = use(opening)
  const isListening = useStore(useService(AUDIO_INPUT).view, view => view.status === 'listening')
  const { mode, display } = useStore(useService(SETTINGS).store(tunerSettings))
  useEffect(() => {
    const session = tuner.open()
    return () => session.dispose()
  }, [tuner])
  return (
    <>
      <section className={`fw-card ${classes.tuner}`} aria-label={t('Tuner')}>
        {isListening ? (
          <>
            <Display tuner={tuner} display={display} />
            <Reading tuner={tuner} />
            <Announcement tuner={tuner} />
          </>
        ) : (
          <Microphone tuner={tuner} />
        )}
        {mode === 'string' && <Strings tuner={tuner} />}
      </section>
      <Options tuner={tuner} />
    </>
  )
}

function Microphone({ tuner }: TunerProps) {
  const { t, tm } = useText()
  const { status, problem, reason = '' } = useStore(useService(AUDIO_INPUT).view)
  return (
    <div className={classes.empty}>
      <Text role="status">
        {problem
          ? tm('audio-in', PROBLEMS[problem], { reason })
          : status === 'asking'
            ? t('Waiting for the microphone. If your browser asks, choose Allow.')
            : t('The tuner needs your microphone to hear the strings. The sound never leaves this device.')}
      </Text>
      {status !== 'asking' && (
        <Button leftSection={<IconMicrophone size={18} aria-hidden />} onClick={() => tuner.start()}>
          {problem ? t('Try again') : t('Turn on the microphone')}
        </Button>
      )}
    </div>
  )
}

const DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

function Reading({ tuner }: TunerProps) {
  const { t, locale } = useText()
  const view = useStore(tuner.view)
  const { verdict, hz, string, options } = view
  const pitch = view.pitch ?? (string && options.strings?.[string - 1])
  const names = useStore(tuner.neck, neck => neck.noteNames)
  const note = pitch === undefined ? undefined : partsOf(pitch, names)
  return (
    <div aria-hidden="true" style={{ textAlign: 'center' }}>
      <div className={classes.note} data-verdict={verdict}>
        {note ? (
          <>
            {note.name}
            <sub>{note.octave}</sub>
          </>
        ) : (
          '–'
        )}
      </div>
      <div className={classes.cents} data-verdict={verdict}>
        {verdict ? deviation(view, t) : isDone(view) ? t('All strings are in tune.') : invitation(view, t)}
      </div>
      <div className={classes.hz}>
        {hz === undefined || !verdict ? '' : t('{{hz}} Hz', { hz: hz.toLocaleString(locale, DECIMAL) })}
      </div>
    </div>
  )
}

function isDone({ tuned, options: { strings } }: TunerView): boolean {
  return strings !== undefined && tuned.length === strings.length
}

type Translate = ReturnType<typeof useText>['t']

function invitation({ string, chosen, options }: TunerView, t: Translate): string {
  const isAwaited = string !== undefined && (chosen || options.handsFree)
  return isAwaited ? t('Play string {{string}}.', { string }) : t('Play a string.')
}

function deviation({ cents = 0, verdict }: TunerView, t: Translate): string {
  const values = { cents: Math.round(Math.abs(cents)) }
  if (verdict === 'in-tune') return t('in tune')
  // Never 1: up to 3 cents, a string is in tune.
  return verdict === 'flat' ? t('{{cents}} cents flat', values) : t('{{cents}} cents sharp', values)
}

function partsOf(pitch: number, names: NoteNames) {
  const { name, octave } = noteName(pitch)
  return { name: shownNote(name.replace(/\d+$/, ''), names), octave }
}

/** Time between spoken readings, ms. */
const SPOKEN_EVERY_MS = 2000

/** Speaks the reading for screen readers. */
function Announcement({ tuner }: TunerProps) {
  const { t } = useText()
  const names = useStore(tuner.neck, neck => neck.noteNames)
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    const speak = () => {
      const view = tuner.view.getState()
      if (view.verdict !== undefined && view.pitch !== undefined) {
        const { name, octave } = partsOf(view.pitch, names)
        setSpoken(`${name}${octave}, ${deviation(view, t)}`)
      } else if (isDone(view)) setSpoken(t('All strings are in tune.'))
    }
    const timer = setInterval(speak, SPOKEN_EVERY_MS)
    return () => clearInterval(timer)
  }, [tuner, names, t])
  return <VisuallyHidden role="status">{spoken}</VisuallyHidden>
}

function Strings({ tuner }: TunerProps) {
  const { t } = useText()
  const current = useStore(tuner.view, view => view.string)
  const tuned = useStore(tuner.view, view => view.tuned)
  const strings = useStore(tuner.view, view => view.options.strings) ?? []
  const names = useStore(tuner.neck, neck => neck.noteNames)
  return (
    <ul className={classes.strings} aria-label={t('Strings')}>
      {strings
        .map((pitch, index) => ({ string: index + 1, ...partsOf(pitch, names) }))
        .toReversed()
        .map(({ string, name, octave }) => {
          const isTuned = tuned.includes(string)
          const label = { string, note: `${name}${octave}` }
          return (
            <li key={string}>
              <button
                type="button"
                className={classes.string}
                aria-pressed={string === current}
                data-tuned={isTuned || undefined}
                aria-label={
                  isTuned
                    ? t('String {{string}}, {{note}}, in tune', label)
                    : t('String {{string}}, {{note}}', label)
                }
                onClick={() => tuner.choose(string)}
              >
                {name}
                {octave}
                <small>{isTuned ? <IconCheck size={16} stroke={3} aria-hidden /> : string}</small>
              </button>
            </li>
          )
        })}
    </ul>
  )
}

function Options({ tuner }: TunerProps) {
  const { t, tm } = useText()
  const settings = useService(SETTINGS).store(tunerSettings)
  const { mode, display, handsFree, mutes, a4 } = useStore(settings)
  const { tuning, capo } = useStore(tuner.neck)
  const choose = useCommand('fretboard.set-tuning')
  const name = typeof tuning.id === 'string' ? tuning.name : tm('core', tuning.name)
  return (
    <SimpleGrid component="section" className="fw-card" minColWidth={240} p={20} aria-label={t('Options')}>
      <Stack gap="sm">
        <SegmentedControl
          aria-label={t('Notes')}
          value={mode}
          data={[
            { value: 'string', label: t('By string') },
            { value: 'chromatic', label: t('Chromatic') },
          ]}
          onChange={value => settings.change({ mode: value as TunerSettings['mode'] })}
        />
        {mode === 'string' && (
          <>
            <Text fz={14}>
              {capo > 0 ? t('{{tuning}}, capo on fret {{capo}}', { tuning: name, capo }) : name}
            </Text>
            <SecondaryButton onClick={() => choose.run()}>{t('Choose tuning')}</SecondaryButton>
          </>
        )}
      </Stack>
      <Stack gap="sm">
        <SegmentedControl
          aria-label={t('Display')}
          value={display}
          data={[
            { value: 'needle', label: t('Needle') },
            { value: 'strobe', label: t('Strobe') },
          ]}
          onChange={value => settings.change({ display: value as TunerSettings['display'] })}
        />
        <WholeNumber
          size="sm"
          label={t('Frequency of A4 (Hz)')}
          value={a4}
          min={A4.least}
          max={A4.most}
          onTake={value => settings.change({ a4: value })}
        />
      </Stack>
      <Stack gap="sm">
        {mode === 'string' && (
          <Switch
            checked={handsFree}
            onChange={event => settings.change({ handsFree: event.currentTarget.checked })}
            label={t('Hands-free')}
            description={t('Goes to the next string when one is in tune.')}
          />
        )}
        <Switch
          checked={mutes}
          onChange={event => settings.change({ mutes: event.currentTarget.checked })}
          label={t('Mute while tuning')}
          description={t('Silences the built-in sound.')}
        />
      </Stack>
    </SimpleGrid>
  )
}
