/** Tools below the neck: chord finder, scale positions, shapes and sharing. */

import { Button, Group, Menu, Text, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconShare2 } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { CommandIcon, CommandItem } from '../../../../core/react/command-button.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useStoreLater } from '../../../../core/react/hooks/use-store-later.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import { Select } from '../../../../core/react/select.js'
import { chordTones } from '../../chords/chord-tones.js'
import { CHORD_FINDER, SHARED_VIEW } from '../../internal-tokens.js'
import { withSigns } from '../../neck/neck-label.js'
import { simplerTonic } from '../../scales/scale.js'
import { SCALE_POSITION_CHOICES } from '../../scales/scale-position.js'
import { fretboardSettings } from '../../settings.js'
import { NECK_VIEW, type NeckView } from '../../tokens.js'
import { InlineLabel } from './inline-label.js'
import { ShapeTools } from './shape-tools.js'

export default function NeckTools() {
  const { t } = useText()
  return (
    <Group
      component="section"
      className="fw-card"
      aria-label={t('Chords, positions and shapes')}
      gap="12px 32px"
      px={16}
      py={12}
    >
      <ChordTools />
      <PositionTools />
      <ShapeTools />
      <ShareMenu />
    </Group>
  )
}

const WAYS = ['fretboard.copy-link', 'fretboard.export-svg', 'fretboard.export-png', 'fretboard.export-html']

function ShareMenu() {
  const { t } = useText()
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <Button variant="default" leftSection={<IconShare2 size={16} />}>
          {t('Share')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {WAYS.map(id => (
          <CommandItem key={id} command={id} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const positionOf = ({ position }: NeckView) => position
const scaleNameOf = ({ scale }: NeckView) => scale.name

function PositionTools() {
  const { t, tm } = useText()
  const command = useCommand('fretboard.set-positions')
  const { settings } = useKernel()
  const own = useStore(settings.store(fretboardSettings), state => state.positions)
  const shared = useStore(useService(SHARED_VIEW), shown => shown?.settings.positions)
  const view = useService(NECK_VIEW)
  const position = useStoreLater(view, positionOf)
  const scale = useStoreLater(view, scaleNameOf)
  const simpler = useMemo(() => simplerTonic(scale), [scale])
  return (
    <Group gap="xs">
      <Select
        aria-label={t('Scale positions')}
        w={210}
        data={SCALE_POSITION_CHOICES.map(({ value, label }) => ({ value, label: tm('fretboard', label) }))}
        value={shared ?? own}
        onChange={positions => positions !== null && command.run({ positions })}
        allowDeselect={false}
      />
      {position && (
        <Stepper previous="fretboard.previous-position" next="fretboard.next-position">
          {`${withSigns(position.name)} · ${t('{{index}} of {{total}}', { index: position.index + 1, total: position.total })}`}
        </Stepper>
      )}
      {simpler && (
        <Text size="sm" c="dimmed">
          {t('Easier to read in {{tonic}}.', { tonic: withSigns(simpler) })}
        </Text>
      )}
    </Group>
  )
}

function ChordTools() {
  const { t } = useText()
  const find = useCommand('fretboard.find-chord')
  const show = useCommand('fretboard.show-chord')
  const hide = useCommand('fretboard.hide-chord')
  const found = useStore(useService(CHORD_FINDER).found)
  const shown = useStore(useService(NECK_VIEW), view => view.chord)
  const [typed, setTyped] = useState('')
  const chord = chordTones(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chord) find.run({ chord: typed })
  }
  return (
    <Group gap="xs" component="form" onSubmit={submit}>
      <TextInput
        aria-label={t('Chord')}
        w={170}
        leftSection={<InlineLabel>{t('Chord')}</InlineLabel>}
        leftSectionWidth={68}
        placeholder="C7♯9"
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        error={typed !== '' && !chord}
        spellCheck={false}
        autoComplete="off"
        maxLength={30}
      />
      <Button type="submit" variant="default" disabled={!chord}>
        {t('Voicings')}
      </Button>
      {found && found.voicings.length > 0 && (
        <Stepper previous="fretboard.previous-voicing" next="fretboard.next-voicing">
          {t('{{index}} of {{total}}', { index: found.index + 1, total: found.voicings.length })}
        </Stepper>
      )}
      <Button
        variant="default"
        aria-pressed={shown !== undefined}
        disabled={!chord && !shown}
        onClick={() => (shown ? hide.run() : show.run({ chord: typed }))}
      >
        {t('Show over the scale')}
      </Button>
    </Group>
  )
}

interface StepperProps {
  readonly previous: string
  readonly next: string
  /** Text between the arrows: `3 of 959`. */
  readonly children: string
}

function Stepper({ previous, next, children }: StepperProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <CommandIcon command={previous} size={36}>
        <IconChevronLeft size={18} />
      </CommandIcon>
      <Text size="sm" role="status" miw={72} ta="center" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Text>
      <CommandIcon command={next} size={36}>
        <IconChevronRight size={18} />
      </CommandIcon>
    </Group>
  )
}
