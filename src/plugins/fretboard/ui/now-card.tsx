/** Names the sounding notes or the selection: the chord in large letters, its notes with their degrees. */

import { Group, Text } from '@mantine/core'
import { IconPlayerPlay, IconX } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { phrases } from '../../../core/platform/phrases.js'
import { createStore } from '../../../core/platform/store.js'
import { CommandButton } from '../../../core/react/command-button.js'
import { useFingers } from '../../../core/react/hooks/use-fingers.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useOptionalService, useService } from '../../../core/react/kernel-context.js'
import { type InputView, KEYBOARD_PORT, MIDI_INPUTS, NECK_PORT } from '../../midi-io/tokens.js'
import { degreeNumber, withSigns } from '../neck/neck-label.js'
import { NECK, NECK_VIEW, NOW, SELECTION } from '../tokens.js'
import styles from './fretboard-page.module.css'
import { INPUT_DASHES } from './lights/light-painter.js'
import { inputLook } from './lights/live-neck.js'

export function NowCard() {
  const { t } = useText()
  const { what, notes } = useStore(useService(NOW))
  const selectMode = useStore(useService(NECK_VIEW), view => view.selectMode)
  const fingers = useFingers()
  const hasSelection = useStore(useService(SELECTION).positions, positions => positions.length > 0)
  return (
    <Group
      component="section"
      className={`fw-card ${styles.now}`}
      aria-label={t('Sounding notes')}
      data-now={what}
      gap="12px 24px"
      mih={80}
      px={20}
      py={14}
    >
      {what === 'nothing' ? (
        <Text c="dimmed">
          {selectMode
            ? t('Play something, or select positions on the neck.')
            : fingers
              ? t('Play something, or tap a position on the neck.')
              : t('Play something, or press a position on the neck.')}
        </Text>
      ) : (
        <>
          <ChordTitle />
          <Group component="ul" className="fw-list" aria-label={t('Notes')} gap="6px 14px">
            {notes.map(({ name, degree }) => (
              <Group key={name} component="li" gap={8}>
                {degree !== '' && (
                  <span
                    className={styles.chipDot}
                    style={{ '--color': `var(--degree-${degreeNumber(degree)})` } as CSSProperties}
                  >
                    {withSigns(degree)}
                  </span>
                )}
                {withSigns(name)}
              </Group>
            ))}
          </Group>
        </>
      )}
      <Group gap={12} ml={{ base: 0, sm: 'auto' }}>
        <InputLegend />
        {what !== 'nothing' && <Alternatives />}
        {hasSelection && (
          <Group gap="xs">
            <CommandButton command="fretboard.play-selection" leftSection={<IconPlayerPlay size={16} />} />
            <CommandButton
              command="fretboard.clear-selection"
              variant="default"
              leftSection={<IconX size={16} />}
            />
          </Group>
        )}
      </Group>
    </Group>
  )
}

/** The chord's name, or the interval of two notes; nothing if they have no common name. */
function ChordTitle() {
  const { tm } = useText()
  const { chord } = useStore(useService(NOW))
  if (chord.interval) {
    return (
      <Text fz={28} fw={700} lh={1.1} lts="-0.5px">
        {tm('fretboard', chord.interval)}
      </Text>
    )
  }
  if (chord.name === '') return null
  return (
    <Text fz={{ base: 36, sm: 44 }} fw={700} lh={1.05} lts="-1px" data-chord={chord.name}>
      {withChordSigns(chord.name)}
    </Text>
  )
}

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
  const inversion = INVERSIONS[chord.inversion ?? -1]
  const names = chord.alternatives.slice(0, 2).map(withChordSigns).join(', ')
  return (
    <Text c="dimmed" size="sm" ta="right" component="div">
      {names !== '' && <div>{t('also {{names}}', { names })}</div>}
      {inversion !== undefined && <div>{tm('fretboard', inversion)}</div>}
    </Text>
  )
}

/** With the signs that musicians write, apart from the letters of the chord's quality. */
function withChordSigns(name: string): string {
  return name.replace(/#/g, '♯').replace(/(?<=[A-G])b|b(?=\d)/g, '♭')
}

const NO_DEVICES = createStore<readonly InputView[]>([])

/** As on the neck, at a third of its size. */
const dashesOf = (look: number) => INPUT_DASHES[look]?.map(length => length / 3).join(' ')

function InputLegend() {
  const { t } = useText()
  const devices = useStore(useOptionalService(MIDI_INPUTS)?.view ?? NO_DEVICES)
  const heard = useStore(useService(NECK).inputs)
  if (heard.length < 2) return null
  const names: Readonly<Record<string, string>> = {
    ...Object.fromEntries(devices.map(({ id, name }) => [id, name])),
    [NECK_PORT]: t('This neck'),
    [KEYBOARD_PORT]: t('Computer keyboard'),
  }
  return (
    <Group component="ul" className="fw-list" aria-label={t('Inputs')} gap="4px 14px">
      {heard.map(id => (
        <Group key={id} component="li" gap={6}>
          <svg viewBox="-12 -12 24 24" width="18" height="18" aria-hidden="true">
            <circle className={styles.look} strokeDasharray={dashesOf(inputLook(heard, id))} r="8" />
          </svg>
          <Text span size="sm" c="dimmed">
            {names[id] ?? id}
          </Text>
        </Group>
      ))}
    </Group>
  )
}
