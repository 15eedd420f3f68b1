import { Button, CloseButton, Group, Text } from '@mantine/core'
import { useEffect } from 'react'
import { PALETTE } from '../../../core/events/app-events.js'
import type { EventBus } from '../../../core/events/event-bus.js'
import type { Disposable } from '../../../core/platform/store.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useTouchInput } from '../../../core/react/hooks/use-touch-input.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { MIDI_EVENT, SONG_PORT } from '../../midi-io/tokens.js'
import { FIRST_STEPS, type FirstStep, firstStepsSettings } from '../settings.js'
import { NECK_VIEW } from '../tokens.js'
import classes from './first-steps.module.css'

export function FirstSteps() {
  const { t } = useText()
  const { commands, events, guest, settings } = useKernel()
  const isHomework = useStore(commands.conditions, now => now['homework.practicing'] === true)
  const store = settings.store(firstStepsSettings)
  const done = useStore(store, state => state.done)
  const step = guest || isHomework ? undefined : FIRST_STEPS[done]

  useEffect(() => {
    if (!step) return
    const listening = whenDone(events, step, () => store.change({ done: done + 1 }))
    return () => listening.dispose()
  }, [events, store, step, done])

  if (!step) return null
  return (
    <section className={`fw-on-screen ${classes.steps}`} aria-label={t('Getting started')} data-step={step}>
      <Text span fz={13} c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {t('{{step}} of {{total}}', { step: done + 1, total: FIRST_STEPS.length })}
      </Text>
      <Group flex={1} gap="6px 12px">
        {step === 'song' && <SongStep />}
        {step === 'notes' && <NotesStep />}
        {step === 'palette' && <PaletteStep />}
      </Group>
      <CloseButton
        aria-label={t('Skip getting-started tips')}
        title={t('Skip')}
        onClick={() => store.change({ done: FIRST_STEPS.length })}
      />
    </section>
  )
}

function whenDone(events: EventBus, step: FirstStep, done: () => void): Disposable {
  if (step === 'palette') return events.on(PALETTE, done)
  return events.on(MIDI_EVENT, ({ on, portId }) => {
    const fromSong = portId === SONG_PORT
    if (on === true && fromSong === (step === 'song')) done()
  })
}

function SongStep() {
  const { t } = useText()
  const { run } = useCommand('library.play-song')
  return (
    <>
      <Text>{t('Play a song and watch it on the neck.')}</Text>
      <Button size="compact-md" onClick={() => run({ song: 'greensleeves' })}>
        {t('Play Greensleeves')}
      </Button>
    </>
  )
}

function NotesStep() {
  const { t } = useText()
  const isTouch = useTouchInput()
  const keyboard = useCommand('midi-io.toggle-keyboard')
  if (isTouch) return <TapStep />
  return (
    <>
      <Text>{t('Play notes on a MIDI device or with the keys A, S, D and F.')}</Text>
      <Button size="compact-md" onClick={() => keyboard.run()}>
        {t('Turn on keyboard input')}
      </Button>
    </>
  )
}

function TapStep() {
  const { t } = useText()
  const { run } = useCommand('fretboard.toggle-select-mode')
  const selects = useStore(useService(NECK_VIEW), view => view.selectMode)
  return selects ? (
    <>
      <Text>{t('Tap the neck to play notes.')}</Text>
      <Button size="compact-md" onClick={() => run()}>
        {t('Turn on tap-to-play')}
      </Button>
    </>
  ) : (
    <Text>{t('Tap the neck to hear it.')}</Text>
  )
}

function PaletteStep() {
  const { t } = useText()
  const isTouch = useTouchInput()
  const { keys, run } = useCommand('app.open-palette')
  return (
    <>
      <Text>
        {isTouch
          ? t('Use the search box at the top to find everything else.')
          : t('Press {{key}} to find everything Fretwork can do.', { key: keys[0] ?? '' })}
      </Text>
      <Button size="compact-md" onClick={() => run()}>
        {t('Open search')}
      </Button>
    </>
  )
}
