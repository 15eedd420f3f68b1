/** The chord finder: a chord, its voicings as diagrams, and which of them to see. It can be placed anywhere. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { readChord } from '../../chords/chord-tones.js'
import { CHORD_FINDER } from '../../internal-tokens.js'
import { NECK_VIEW } from '../../tokens.js'
import { InlineLabel } from './inline-label.js'
import { Stepper } from './stepper.js'
import { VoicingFilters } from './voicing-filters.js'
import { VoicingGrid } from './voicing-grid.js'

export function ChordFinderPanel() {
  const { t, tm } = useText()
  const find = useCommand('fretboard.find-chord')
  const show = useCommand('fretboard.show-chord')
  const hide = useCommand('fretboard.hide-chord')
  const finder = useService(CHORD_FINDER)
  const found = useStore(finder.found)
  const shown = useStore(useService(NECK_VIEW), view => view.chord)
  const [typed, setTyped] = useState('')
  const noteNames = useStore(useService(NECK_VIEW), view => view.noteNames)
  const reading = readChord(typed, noteNames === 'german' ? 'german' : 'english')
  const isChord = 'chord' in reading
  const problem = typed === '' || 'chord' in reading ? undefined : reading.problem
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isChord) find.run({ chord: typed, ...found?.filter })
  }
  return (
    <Stack gap="xs" flex="1 1 20rem" miw={0}>
      <Group gap="xs" component="form" onSubmit={submit} align="start">
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
        <Button type="submit" variant="default" disabled={!isChord}>
          {t('Voicings')}
        </Button>
        {found && found.voicings.length > 0 && (
          <Stepper previous="fretboard.previous-voicing" next="fretboard.next-voicing">
            {t('{{index}} of {{total}}', { index: found.index + 1, total: found.voicings.length })}
          </Stepper>
        )}
      </Group>
      <Group gap="xs">
        {found && found.total > 0 && (
          <VoicingFilters filter={found.filter} onChange={change => finder.filter(change)} />
        )}
        <Button
          variant="default"
          size="xs"
          aria-pressed={shown !== undefined}
          disabled={!isChord && !shown}
          onClick={() => (shown ? hide.run() : show.run({ chord: typed }))}
        >
          {t('Show over the scale')}
        </Button>
      </Group>
      {found && found.total > 0 && found.voicings.length === 0 && (
        <Text size="sm" role="status">
          {t('No voicing of this chord fits these filters.')}
        </Text>
      )}
      {found && found.voicings.length > 0 && (
        <VoicingGrid
          key={`${found.chord.symbol} ${Object.values(found.filter).join()}`}
          voicings={found.voicings}
          selected={found.index}
          onSelect={index => finder.select(index)}
        />
      )}
    </Stack>
  )
}
