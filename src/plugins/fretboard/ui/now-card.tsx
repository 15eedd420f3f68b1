/** Names the sounding notes or the selection: the chord in large letters, its notes with their degrees. */

import { Button, Group, Text } from '@mantine/core'
import { IconPlayerPlay, IconX } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { phrases } from '../../../core/platform/phrases.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useOptionalService, useService } from '../../../core/react/kernel-context.js'
import { KEYBOARD_PORT, MIDI_INPUTS, type MidiInputs, NECK_PORT } from '../../midi-io/tokens.js'
import { degreeNumber, type NeckLabel, withSigns } from '../neck/neck-label.js'
import { NECK, NECK_VIEW, NOW, SELECTION } from '../tokens.js'
import styles from './fretboard-page.module.css'
import { inputLook } from './lights/live-neck.js'

export function NowCard() {
  const { t } = useText()
  const { what, notes } = useStore(useService(NOW))
  const selectMode = useStore(useService(NECK_VIEW), view => view.selectMode)
  const hasSelection = useStore(useService(SELECTION).positions, positions => positions.length > 0)
  return (
    <section className={`fw-card ${styles.now}`} aria-label={t('Sounding notes')} data-now={what}>
      {what === 'nothing' ? (
        <Text c="dimmed">
          {selectMode
            ? t('Play something, or select positions on the neck.')
            : t('Play something, or press a position on the neck.')}
        </Text>
      ) : (
        <>
          <ChordTitle />
          <ul className={styles.chips} aria-label={t('Notes')}>
            {notes.map(note => (
              <Chip key={note.name} note={note} />
            ))}
          </ul>
        </>
      )}
      <div className={styles.aside}>
        <InputLegend />
        {what !== 'nothing' && <Alternatives />}
        {hasSelection && <SelectionButtons />}
      </div>
    </section>
  )
}

/** The chord's name; of two notes their interval. Notes without a common name speak for themselves. */
function ChordTitle() {
  const { tm } = useText()
  const { chord } = useStore(useService(NOW))
  if (chord.interval) return <div className={styles.interval}>{tm('fretboard', chord.interval)}</div>
  if (chord.name === '') return null
  return (
    <div className={styles.chord} data-chord={chord.name}>
      {withChordSigns(chord.name)}
    </div>
  )
}

function Chip({ note }: { note: NeckLabel }) {
  const color = { '--color': `var(--degree-${degreeNumber(note.degree)})` } as CSSProperties
  return (
    <li className={styles.chip}>
      {note.degree !== '' && (
        <span className={styles.chipDot} style={color}>
          {withSigns(note.degree)}
        </span>
      )}
      {withSigns(note.name)}
    </li>
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

function SelectionButtons() {
  const play = useCommand('fretboard.play-selection')
  const clear = useCommand('fretboard.clear-selection')
  return (
    <Group gap="xs">
      <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => play.run()}>
        {play.title}
      </Button>
      <Button variant="default" leftSection={<IconX size={16} />} onClick={() => clear.run()}>
        {clear.title}
      </Button>
    </Group>
  )
}

/** Signs for the notes of a chord's name; the letters of its quality (sus, b5 apart) stay as they are. */
function withChordSigns(name: string): string {
  return name.replace(/#/g, '♯').replace(/(?<=[A-G])b|b(?=\d)/g, '♭')
}

function InputLegend() {
  const devices = useOptionalService(MIDI_INPUTS)
  const heard = useStore(useService(NECK).inputs)
  if (heard.length < 2) return null
  return devices ? <WithDevices devices={devices} heard={heard} /> : <Legend heard={heard} names={{}} />
}

function WithDevices({ devices, heard }: { devices: MidiInputs; heard: readonly string[] }) {
  const view = useStore(devices.view)
  return <Legend heard={heard} names={Object.fromEntries(view.map(({ id, name }) => [id, name]))} />
}

function Legend({ heard, names }: { heard: readonly string[]; names: Readonly<Record<string, string>> }) {
  const { t } = useText()
  const own: Readonly<Record<string, string>> = {
    [NECK_PORT]: t('This neck'),
    [KEYBOARD_PORT]: t('Computer keyboard'),
  }
  return (
    <ul className={styles.legend} aria-label={t('Inputs')}>
      {heard.map(id => (
        <li key={id}>
          <svg viewBox="-12 -12 24 24" width="18" height="18" aria-hidden="true">
            <circle className={styles.look} data-input={inputLook(heard, id)} r="8" />
          </svg>
          <Text span size="sm" c="dimmed">
            {own[id] ?? names[id] ?? id}
          </Text>
        </li>
      ))}
    </ul>
  )
}
