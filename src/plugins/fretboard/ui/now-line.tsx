import { Center, Group, Text } from '@mantine/core'
import { IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { phrases } from '../../../core/platform/phrases.js'
import { createStore } from '../../../core/platform/store.js'
import { CommandIcon } from '../../../core/react/command-button.js'
import { useTouchInput } from '../../../core/react/hooks/use-touch-input.js'
import { useOptionalService, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { Hint } from '../../../core/react/looks.js'
import { shownChord, shownNote, withSigns } from '../../../music/guitar/note-names.js'
import type { ChordName } from '../../../music/theory/chord-name.js'
import { degreeNumberOf } from '../../../music/theory/degrees.js'
import { type InputView, KEYBOARD_PORT, MIDI_INPUTS, NECK_PORT, SONG_PORT } from '../../midi-io/tokens.js'
import { NECK, NECK_VIEW, NOW, SELECTION } from '../tokens.js'
import { SelectionMenu } from './chord-finder/shape-tools.js'
import styles from './fretboard-page.module.css'
import { INPUT_DASHES } from './lights/light-painter.js'
import { inputLook } from './lights/live-neck.js'
import { ShownScalePosition } from './tools/scale-positions.js'

export function NowLine() {
  const { t } = useText()
  const { what, notes } = useStore(useService(NOW))
  const selectMode = useStore(useService(NECK_VIEW), view => view.selectMode)
  const noteNames = useStore(useService(NECK_VIEW), view => view.noteNames)
  const isTouch = useTouchInput()
  const hasSelection = useStore(useService(SELECTION).positions, positions => positions.length > 0)
  return (
    <section className={styles.now} aria-label={t('Sounding notes')} data-now={what}>
      <Group gap="4px 16px">
        {what === 'nothing' ? (
          <Hint>
            {selectMode
              ? t('Play a note, or select positions on the neck.')
              : isTouch
                ? t('Play a note, or tap the neck.')
                : t('Play a note, or click the neck.')}
          </Hint>
        ) : (
          <>
            <ChordTitle />
            <Group component="ul" className="fw-list" aria-label={t('Notes')} gap="4px 10px">
              {notes.map(({ name, degree }) => (
                <Group key={name} component="li" gap={6}>
                  {degree !== '' && (
                    <Center
                      w={26}
                      h={26}
                      fz={12}
                      fw={700}
                      c="#111"
                      bdrs="50%"
                      bg={`var(--degree-${((degreeNumberOf(degree) - 1) % 7) + 1})`}
                    >
                      {withSigns(degree)}
                    </Center>
                  )}
                  {shownNote(name, noteNames)}
                </Group>
              ))}
            </Group>
            <Alternatives />
          </>
        )}
      </Group>
      <Group gap={8} ml="auto">
        <InputLegend />
        <ShownScalePosition />
        {hasSelection && (
          <Group gap={8} wrap="nowrap">
            <SelectionMenu />
            <CommandIcon command="fretboard.play-selection">
              <IconPlayerPlay size={16} />
            </CommandIcon>
            <CommandIcon command="fretboard.clear-selection">
              <IconX size={16} />
            </CommandIcon>
          </Group>
        )}
      </Group>
    </section>
  )
}

function ChordTitle() {
  const { tm } = useText()
  const { chord } = useStore(useService(NOW))
  const noteNames = useStore(useService(NECK_VIEW), view => view.noteNames)
  if (chord.interval && !isChord(chord))
    return (
      <Text span fz={20} fw={700} lh="36px">
        {tm('fretboard', chord.interval)}
      </Text>
    )
  if (chord.name === '') return null
  return (
    <Text span fz={30} fw={700} lh="36px" lts="-0.5px" data-chord={chord.name}>
      {shownChord(chord.name, noteNames)}
    </Text>
  )
}

const isChord = ({ root }: ChordName) => root !== ''

const INVERSIONS = phrases([
  'root position',
  'first inversion',
  'second inversion',
  'third inversion',
  'fourth inversion',
  'fifth inversion',
  'sixth inversion',
])

function Alternatives() {
  const { t, tm } = useText()
  const { chord } = useStore(useService(NOW))
  const noteNames = useStore(useService(NECK_VIEW), view => view.noteNames)
  const inversion = INVERSIONS[chord.inversion ?? -1]
  const names = chord.alternatives.map(name => shownChord(name, noteNames)).join(', ')
  const parts = [
    chord.interval && isChord(chord) && tm('fretboard', chord.interval),
    names !== '' && t('also {{names}}', { names }),
    inversion && tm('fretboard', inversion),
  ]
  const shown = parts.filter(Boolean)
  if (shown.length === 0) return null
  return <Hint visibleFrom="sm">{shown.join(' · ')}</Hint>
}

const NO_DEVICES = createStore<readonly InputView[]>([])

const dashesOf = (look: number) => INPUT_DASHES[look]?.map(length => length / 3).join(' ')

function InputLegend() {
  const { t } = useText()
  const devices = useStore(useOptionalService(MIDI_INPUTS)?.view ?? NO_DEVICES)
  const heard = useStore(useService(NECK).inputs)
  // Keep the name of an unplugged device while its notes are shown.
  const met = useRef<Record<string, string>>({})
  for (const { id, name } of devices) met.current[id] = name
  if (heard.length < 2) return null
  const names: Readonly<Record<string, string>> = {
    ...met.current,
    [NECK_PORT]: t('This neck'),
    [KEYBOARD_PORT]: t('Computer keyboard'),
    [SONG_PORT]: t('Song'),
  }
  return (
    <Group component="ul" className="fw-list" aria-label={t('Inputs')} gap="4px 14px">
      {heard.map(id => (
        <Group key={id} component="li" gap={6}>
          <svg viewBox="-12 -12 24 24" width="18" height="18" aria-hidden="true">
            <circle className={styles.look} strokeDasharray={dashesOf(inputLook(heard, id))} r="8" />
          </svg>
          <Hint span>{names[id] ?? id}</Hint>
        </Group>
      ))}
    </Group>
  )
}
