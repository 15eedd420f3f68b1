import { Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { CommandIcon } from '../../../../core/react/command-button.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { Select } from '../../../../core/react/inputs/select.js'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { shownChord } from '../../../../music/guitar/note-names.js'
import { fretsText } from '../../../../music/guitar/shape.js'
import { readChord } from '../../../../music/theory/chord-tones.js'
import { VOICING_FORMS } from '../../../../music/theory/names.js'
import { FORM_NAMES, stringSets, type VoicingFilter } from '../../../../music/theory/voicing-filter.js'
import { type Voicing } from '../../../../music/theory/voicings.js'
import { chordDiagram } from '../../chords/chord-diagram.js'
import { CHORD_FINDER } from '../../chords/chord-finder.js'
import { NECK_VIEW } from '../../tokens.js'
import styles from '../fretboard-page.module.css'
import { Stepper } from '../tools/stepper.js'
import { ShapeTools } from './shape-tools.js'
import grid from './voicing-grid.module.css'

/** @param arrives true if the user has just opened the panel, which then scrolls into view */
export default function ChordFinderPanel({ arrives }: { readonly arrives: boolean }) {
  const { t, tm } = useText()
  const find = useCommand('fretboard.find-chord')
  const show = useCommand('fretboard.show-chord')
  const hide = useCommand('fretboard.hide-chord')
  const found = useStore(useService(CHORD_FINDER).found)
  const shown = useStore(useService(NECK_VIEW), view => view.chord)
  const [typed, setTyped] = useState('')
  const section = useRef<HTMLDivElement>(null)
  const hint = useId()
  const noteNames = useStore(useService(NECK_VIEW), view => view.noteNames)
  const chord = found?.chord
  useEffect(() => {
    if (chord) setTyped(shownChord(chord.symbol, noteNames))
  }, [chord, noteNames])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chord scrolls again
  useEffect(() => {
    if (!arrives) return
    section.current?.scrollIntoView?.({ block: 'nearest' })
    // If the panel and the neck don't both fit, keep the neck visible.
    document.querySelector('[data-stage]')?.scrollIntoView?.({ block: 'nearest' })
  }, [arrives, chord])
  const reading = readChord(typed, noteNames)
  const isChord = 'chord' in reading
  const problem = typed === '' || 'chord' in reading ? undefined : reading.problem
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isChord) find.run({ chord: typed, ...found?.filter })
  }
  return (
    <Stack
      component="section"
      ref={section}
      className="fw-card fw-on-screen"
      aria-label={t('Chord finder')}
      gap={8}
      miw={0}
      px={16}
      py={8}
    >
      <Group gap="xs">
        <Group gap="xs" component="form" onSubmit={submit}>
          <TextInput
            aria-label={t('Chord')}
            w={170}
            leftSection={
              <Text size="sm" c="dimmed" aria-hidden="true" style={{ pointerEvents: 'none' }}>
                {t('Chord')}
              </Text>
            }
            leftSectionWidth={68}
            placeholder={shownChord('C7#9', noteNames)}
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
            error={problem !== undefined}
            aria-describedby={problem && hint}
            spellCheck={false}
            autoComplete="off"
            maxLength={30}
          />
          <Button type="submit" variant="default" disabled={!isChord}>
            {t('Voicings')}
          </Button>
        </Group>
        <Button
          variant="default"
          className={styles.tool}
          aria-pressed={shown !== undefined}
          disabled={!isChord && !shown}
          onClick={() => (shown ? hide.run() : show.run({ chord: typed }))}
        >
          {t('Show as overlay')}
        </Button>
        <Group gap="xs" ml="auto" wrap="nowrap">
          <ShapeTools />
          <CommandIcon
            command="fretboard.toggle-chord-finder"
            label={t('Close the chord finder')}
            variant="subtle"
            color="gray"
          >
            <IconX size={16} />
          </CommandIcon>
        </Group>
      </Group>
      {problem && (
        <Text id={hint} size="sm" c="error" role="status">
          {tm('fretboard', problem.sentence, problem.values)}
        </Text>
      )}
      {found && found.total > 0 && (
        <Group gap="xs">
          <VoicingFilters filter={found.filter} />
          {found.voicings.length > 0 ? (
            <Stepper previous="fretboard.previous-voicing" next="fretboard.next-voicing">
              {t('{{index}} of {{total}}', { index: found.index + 1, total: found.voicings.length })}
            </Stepper>
          ) : (
            <Text size="sm" role="status">
              {t('No voicings match these filters.')}
            </Text>
          )}
        </Group>
      )}
      {found && found.voicings.length > 0 && (
        <VoicingGrid
          key={`${found.chord.symbol} ${Object.values(found.filter).join()}`}
          voicings={found.voicings}
          selected={found.index}
        />
      )}
    </Stack>
  )
}

function VoicingFilters({ filter }: { filter: VoicingFilter }) {
  const { t, tm } = useText()
  const finder = useService(CHORD_FINDER)
  const count = useStore(useService(NECK_VIEW), view => view.tuning.strings.length)
  const roots = Array.from({ length: count }, (_, index) => String(count - index))
  return (
    <Group gap="xs">
      <Select
        size="xs"
        w={120}
        aria-label={t('Type')}
        placeholder={t('All types')}
        data={VOICING_FORMS.map(form => ({ value: form, label: tm('fretboard', FORM_NAMES[form]) }))}
        value={filter.form ?? null}
        onChange={form => finder.filter({ form: VOICING_FORMS.find(each => each === form) })}
        clearable
      />
      <Select
        size="xs"
        w={140}
        aria-label={t('Strings')}
        placeholder={t('All strings')}
        data={stringSets(count).map(set => ({
          value: set,
          label: t('Strings {{set}}', { set: set.replace('-', '–') }),
        }))}
        value={filter.strings ?? null}
        onChange={strings => finder.filter({ strings: strings ?? undefined })}
        clearable
      />
      <Select
        size="xs"
        w={160}
        aria-label={t('Root')}
        placeholder={t('Root on any string')}
        data={roots.map(string => ({ value: string, label: t('Root on string {{string}}', { string }) }))}
        value={filter.root === undefined ? null : String(filter.root)}
        onChange={string => finder.filter({ root: string === null ? undefined : Number(string) })}
        clearable
      />
    </Group>
  )
}

const PAGE = 12

function VoicingGrid({ voicings, selected }: { voicings: readonly Voicing[]; selected: number }) {
  const { t } = useText()
  const finder = useService(CHORD_FINDER)
  const leftHanded = useStore(useService(NECK_VIEW), view => view.leftHanded)
  const [pages, setPages] = useState(1)
  const shown = Math.max(pages, Math.ceil((selected + 1) / PAGE)) * PAGE
  return (
    <Group gap={0} wrap="nowrap" style={{ overflowX: 'auto', scrollbarWidth: 'thin' }}>
      <Group component="ul" className="fw-list" gap={4} wrap="nowrap" aria-label={t('Voicings')}>
        {voicings.slice(0, shown).map((voicing, index) => {
          const shape = fretsText(voicing.frets)
          const { from, to } = fretWindow(voicing.frets)
          const { viewBox, content } = chordDiagram(voicing.frets, leftHanded)
          return (
            <li key={shape}>
              <UnstyledButton
                className={grid.voicing}
                aria-label={t('{{shape}}, frets {{from}} to {{to}}', { shape, from, to })}
                aria-pressed={index === selected}
                onClick={() => finder.select(index)}
              >
                <svg
                  viewBox={viewBox}
                  width={64}
                  aria-hidden="true"
                  // biome-ignore lint/security/noDangerouslySetInnerHtml: contains only numbers
                  dangerouslySetInnerHTML={{ __html: content }}
                />
                <Text span fz={12} style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {shape}
                </Text>
              </UnstyledButton>
            </li>
          )
        })}
      </Group>
      {voicings.length > shown && (
        <Button variant="subtle" size="xs" flex="none" onClick={() => setPages(shown / PAGE + 1)}>
          {t('More voicings')}
        </Button>
      )}
    </Group>
  )
}

/** Returns the frets to draw; starts at 0 if a string is open. */
function fretWindow(frets: Voicing['frets']): { readonly from: number; readonly to: number } {
  const played = frets.filter(fret => fret !== undefined)
  return { from: Math.min(...played), to: Math.max(...played) }
}
