/** The present step: what to try, a button that does it, and a way to skip all. */
import { Button, CloseButton, Group, Text } from '@mantine/core'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useFingers } from '../../../core/react/hooks/use-fingers.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { NECK_VIEW } from '../../fretboard/tokens.js'
import { FIRST_STEPS } from '../internal-tokens.js'
import { STEPS, type Step, welcomeSettings } from '../settings.js'
import classes from './first-steps-panel.module.css'

export default function FirstStepsPanel() {
  const { t } = useText()
  const steps = useService(FIRST_STEPS)
  const done = useStore(useKernel().settings.store(welcomeSettings), state => state.done)
  const step = STEPS[done]
  if (step === undefined) return null
  return (
    <section className={`fw-on-screen ${classes.steps}`} aria-label={t('First steps')} data-step={step}>
      <span className={classes.number}>
        {t('{{step}} of {{total}}', { step: done + 1, total: STEPS.length })}
      </span>
      <Group className={classes.step} gap="6px 12px" role="status">
        <StepText step={step} />
      </Group>
      <CloseButton aria-label={t('Skip the first steps')} title={t('Skip')} onClick={() => steps.skip()} />
    </section>
  )
}

function StepText({ step }: { step: Step }) {
  if (step === 'song') return <SongStep />
  return step === 'notes' ? <NotesStep /> : <PaletteStep />
}

function SongStep() {
  const { t } = useText()
  const { run } = useCommand('library.play-song')
  return (
    <>
      <Text>{t('Hear a song and watch it on the neck.')}</Text>
      <Button size="compact-md" onClick={() => run({ song: 'greensleeves' })}>
        {t('Play Greensleeves')}
      </Button>
    </>
  )
}

function NotesStep() {
  const { t } = useText()
  const fingers = useFingers()
  const keyboard = useCommand('midi-io.toggle-keyboard')
  if (fingers) return <TapStep />
  return (
    <>
      <Text>{t('Play notes: on a MIDI device, or with the keys A S D F.')}</Text>
      <Button size="compact-md" onClick={() => keyboard.run()}>
        {t('Turn on the keys')}
      </Button>
    </>
  )
}

/** Positions are selected until they are to be played. */
function TapStep() {
  const { t } = useText()
  const { run } = useCommand('fretboard.toggle-select-mode')
  const selects = useStore(useService(NECK_VIEW), view => view.selectMode)
  return selects ? (
    <>
      <Text>{t('Let the neck play the notes that you tap.')}</Text>
      <Button size="compact-md" onClick={() => run()}>
        {t('Play on tap')}
      </Button>
    </>
  ) : (
    <Text>{t('Tap the neck: it plays.')}</Text>
  )
}

function PaletteStep() {
  const { t } = useText()
  const fingers = useFingers()
  const { keys, run } = useCommand('app.open-palette')
  return (
    <>
      <Text>
        {fingers
          ? t('Everything else is in the search at the top.')
          : t('Press {{key}}: everything Fretwork can do is there.', { key: keys[0] ?? '' })}
      </Text>
      <Button size="compact-md" onClick={() => run()}>
        {t('Open the search')}
      </Button>
    </>
  )
}
