/** The fretboard page: tools, neck, chord, and panels of other plugins. */

import { Alert, Box, Flex, Group, RangeSlider, Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { MAX_FRET } from '../../../core/music/guitar/position.js'
import { CommandButton } from '../../../core/react/command-button.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { PluginScreen } from '../../../core/react/plugin-screen.js'
import { Select } from '../../../core/react/select.js'
import { NECK_EXTENSIONS, SHARED_VIEW } from '../internal-tokens.js'
import { withSigns } from '../neck/neck-label.js'
import { SCALE_NAMES, TONICS } from '../scales/scale-names.js'
import { isLink } from '../sharing/view-link.js'
import { NECK_VIEW } from '../tokens.js'
import styles from './fretboard-page.module.css'
import { Neck } from './neck/neck.js'
import { NeckSummaryText } from './neck/neck-summary-text.js'
import { NowCard } from './now-card.js'
import { PaperTitle } from './paper-title.js'
import { InlineLabel } from './tools/inline-label.js'
import { InstrumentMenu } from './tools/instrument-menu.js'
import NeckTools from './tools/neck-tools.js'
import { scaleAliases, useSearchFilter } from './tools/search-filter.js'
import { LabelSwitches, PressMode } from './tools/switches.js'
import { TuningChoice } from './tools/tuning-choice.js'
import { isWrittenAddress, useAddress } from './use-address.js'

export default function FretboardPage() {
  const { t } = useText()
  return (
    <Flex
      direction="column"
      gap={{ base: 12, sm: 16 }}
      px={{ base: 12, sm: 24 }}
      py={{ base: 12, sm: 20 }}
      miw={0}
    >
      <VisuallyHidden component="h1">{t('Fretboard')}</VisuallyHidden>
      <PaperTitle />
      <Group
        className={`fw-on-screen ${styles.tools}`}
        role="group"
        aria-label={t('Neck settings')}
        gap="8px 12px"
      >
        <ScaleChoice />
        <TuningChoice />
        <FretsChoice />
        <LabelSwitches />
        <PressMode />
        <InstrumentMenu />
      </Group>
      <OpenedLink />
      <IgnoredSettings />
      <Box
        className="fw-card"
        px={{ base: 8, sm: 16 }}
        pt={{ base: 10, sm: 16 }}
        pb={{ base: 4, sm: 8 }}
        miw={0}
      >
        <Neck />
      </Box>
      <NeckSummaryText />
      <NowCard />
      {/* Song and tablature are read while looking at the neck, so they come right below it. */}
      <Panels />
      <div className="fw-on-screen">
        <NeckTools />
      </div>
    </Flex>
  )
}

/** Separate, so that a change of panels doesn't render the neck. */
function Panels() {
  const panels = useStore(useService(NECK_EXTENSIONS).panels.items)
  return panels
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ id, plugin, screen }) => <PluginScreen key={id} plugin={plugin} screen={screen} />)
}

function IgnoredSettings() {
  const { tm } = useText()
  const ignored = useStore(useService(NECK_VIEW), view => view.ignored)
  if (ignored.length === 0) return null
  return (
    <Alert color="yellow" variant="outline" role="status">
      {ignored.map(({ sentence, values }) => (
        <div key={sentence}>{tm('fretboard', sentence, values)}</div>
      ))}
    </Alert>
  )
}

const TONIC_CHOICES = TONICS.map(tonic => ({ value: tonic, label: withSigns(tonic) }))

function ScaleChoice() {
  const { t, tm } = useText()
  const command = useCommand('fretboard.set-scale')
  const current = useStore(useService(NECK_VIEW), view => view.scale)
  const name = SCALE_NAMES.find(each => each.toLowerCase() === current.type) ?? null
  const entries = useMemo(
    () => SCALE_NAMES.map(id => ({ id, texts: [tm('fretboard', id), id, ...scaleAliases(id)] })),
    [tm],
  )
  const data = useMemo(() => SCALE_NAMES.map(value => ({ value, label: tm('fretboard', value) })), [tm])
  const filter = useSearchFilter(entries, name === null ? undefined : tm('fretboard', name))
  const choose = (tonic: string | null, scale: string | null) =>
    command.run({ tonic: tonic ?? (current.tonic || 'C'), scale: scale ?? name ?? 'Major' })
  return (
    <Group gap={4} wrap="nowrap">
      <Select
        aria-label={t('Tonic')}
        w={148}
        data={TONIC_CHOICES}
        value={TONICS.find(tonic => tonic === current.tonic) ?? null}
        onChange={tonic => choose(tonic, null)}
        allowDeselect={false}
        leftSection={<InlineLabel>{t('Scale')}</InlineLabel>}
        leftSectionWidth={80}
        comboboxProps={{ width: 90, position: 'bottom-start' }}
      />
      <Select
        aria-label={t('Scale')}
        w={172}
        searchable
        data={data}
        filter={filter}
        value={name}
        onChange={scale => choose(null, scale)}
        allowDeselect={false}
        nothingFoundMessage={t('No matching scales')}
        comboboxProps={{ width: 260, position: 'bottom-start' }}
      />
    </Group>
  )
}

function FretsChoice() {
  const { t } = useText()
  const { commands } = useKernel()
  const view = useService(NECK_VIEW)
  const fretMin = useStore(view, now => now.fretMin)
  const fretMax = useStore(view, now => now.fretMax)
  const capo = useStore(view, now => now.capo)
  // While a thumb moves, only the numbers change; the neck is redrawn when it is released.
  const [moving, setMoving] = useState<[number, number]>()
  const [first, last] = moving ?? [fretMin, fretMax]
  const choose = async (range: [number, number]) => {
    setMoving(range)
    const [from, to] = range
    await commands.execute('fretboard.set-frets', { from, to })
    // Back to the current range in any case: the command may be refused, or a song may need more frets.
    setMoving(now => (now === range ? undefined : now))
  }
  return (
    <Group gap="sm" wrap="nowrap">
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {t('Frets')}{' '}
        <Text span size="sm" fw={600} c="var(--fw-ink)" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {first}–{last}
        </Text>
      </Text>
      <RangeSlider
        w={150}
        min={0}
        max={MAX_FRET - capo}
        minRange={0}
        step={1}
        size="sm"
        label={null}
        value={[first, last]}
        onChange={setMoving}
        onChangeEnd={range => void choose(range)}
        thumbFromLabel={t('First fret')}
        thumbToLabel={t('Last fret')}
      />
    </Group>
  )
}

/** Opens the view in the page’s URL, and offers to keep it or to go back. */
function OpenedLink() {
  const { t } = useText()
  const { commands } = useKernel()
  const shared = useStore(useService(SHARED_VIEW))
  useEffect(() => {
    const link = window.location.search
    // A URL that this page wrote itself isn't a link: the user's settings may have changed since.
    if (isWrittenAddress() || !isLink(new URLSearchParams(link))) return
    void commands.execute('fretboard.open-link', { link })
  }, [commands])
  useAddress()
  if (!shared) return null
  return (
    <Alert role="status" variant="outline">
      <Group justify="space-between" gap="sm">
        {t('You’re viewing a shared link. Your settings haven’t changed.')}
        <Group gap="xs">
          <CommandButton command="fretboard.keep-link" size="compact-sm" />
          <CommandButton command="fretboard.leave-link" size="compact-sm" variant="default" />
        </Group>
      </Group>
    </Alert>
  )
}
