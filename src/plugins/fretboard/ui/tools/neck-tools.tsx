/** The chord finder, and saved shapes. */

import { Button, Group, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { CommandIcon } from '../../../../core/react/command-button.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { readChord } from '../../chords/chord-tones.js'
import { CHORD_FINDER } from '../../internal-tokens.js'
import { NECK_VIEW } from '../../tokens.js'
import { InlineLabel } from './inline-label.js'
import { ShapeTools } from './shape-tools.js'
import { Stepper } from './stepper.js'

export default function NeckTools() {
  const { t } = useText()
  return (
    <Group
      component="section"
      className="fw-card"
      aria-label={t('Chord finder')}
      gap="12px 32px"
      px={16}
      py={12}
    >
      <ChordTools />
      <ShapeTools />
      <CommandIcon command="fretboard.toggle-chord-finder" variant="subtle" color="gray" ml="auto">
        <IconX size={16} />
      </CommandIcon>
    </Group>
  )
}

function ChordTools() {
  const { t, tm } = useText()
  const find = useCommand('fretboard.find-chord')
  const show = useCommand('fretboard.show-chord')
  const hide = useCommand('fretboard.hide-chord')
  const found = useStore(useService(CHORD_FINDER).found)
  const shown = useStore(useService(NECK_VIEW), view => view.chord)
  const [typed, setTyped] = useState('')
  const reading = readChord(typed)
  const chord = 'chord' in reading
  const problem = typed === '' || 'chord' in reading ? undefined : reading.problem
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
        error={problem && tm('fretboard', problem.sentence, problem.values)}
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
