import { Button, Group, SimpleGrid, Slider, Stack, Text } from '@mantine/core'
import { IconMinus, IconPlayerPlayFilled, IconPlayerStopFilled, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { SETTINGS } from '../../../../core/kernel/tokens.js'
import { CommandIcon } from '../../../../core/react/command-button.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { Select } from '../../../../core/react/inputs/select.js'
import { WholeNumber } from '../../../../core/react/inputs/whole-number.js'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import page from '../../../../core/react/list-page.module.css'
import { SecondaryButton } from '../../../../core/react/looks.js'
import { PageTabs } from '../../../../core/react/page-tabs.js'
import {
  type Accent,
  BARS,
  BEATS,
  BPM,
  type MetronomeSettings,
  MOST_FASTER,
  metronomeSettings,
} from '../../settings.js'
import { METRONOME } from '../../tokens.js'
import classes from './metronome-page.module.css'

export default function MetronomePage() {
  const { t } = useText()
  return (
    <div className={page.page}>
      <PageTabs of="/practice" />
      <header>
        <h1 className={page.title}>{t('Metronome')}</h1>
      </header>
      <Stack component="section" className="fw-card" p={20} aria-label={t('Metronome')}>
        <Tempo />
        <Beats />
        <Buttons />
      </Stack>
      <Options />
    </div>
  )
}

function Buttons() {
  const { t } = useText()
  const running = useStore(useService(METRONOME).view, view => view.running)
  const start = useCommand('practice.toggle-metronome')
  const tap = useCommand('practice.tap-metronome')
  return (
    <Group gap="sm">
      <Button
        leftSection={running ? <IconPlayerStopFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
        onClick={() => start.run()}
      >
        {running ? t('Stop') : t('Start')}
      </Button>
      <SecondaryButton onClick={() => tap.run()}>{t('Tap')}</SecondaryButton>
    </Group>
  )
}

function Tempo() {
  const { t } = useText()
  const settings = useService(SETTINGS).store(metronomeSettings)
  const chosen = useStore(settings, now => now.bpm)
  const { running, bpm } = useStore(useService(METRONOME).view)
  /** True while the slider has focus and announces the tempo. */
  const [isSliding, setSliding] = useState(false)
  return (
    <Stack
      gap={4}
      onFocus={({ target }) => setSliding(target.role === 'slider')}
      onBlur={() => setSliding(false)}
    >
      <Text
        fz={28}
        fw={600}
        style={{ fontVariantNumeric: 'tabular-nums' }}
        role="status"
        aria-live={isSliding ? 'off' : 'polite'}
      >
        {t('{{bpm}} BPM', { bpm: running ? bpm : chosen })}
      </Text>
      <Group gap="sm" wrap="nowrap">
        <CommandIcon command="metronome.slower">
          <IconMinus size={16} />
        </CommandIcon>
        <Slider
          flex={1}
          thumbLabel={t('Tempo')}
          min={BPM.least}
          max={BPM.most}
          value={chosen}
          label={value => value}
          thumbValueText={bpm => t('{{bpm}} BPM', { bpm })}
          onChange={value => settings.change({ bpm: value })}
        />
        <CommandIcon command="metronome.faster">
          <IconPlus size={16} />
        </CommandIcon>
      </Group>
    </Stack>
  )
}

function Beats() {
  const { t } = useText()
  const accents = useStore(useService(SETTINGS).store(metronomeSettings), settings => settings.accents)
  const { beat: now, silent } = useStore(useService(METRONOME).view)
  const change = useCommand('practice.change-metronome-accent')
  const names: Readonly<Record<Accent, string>> = {
    strong: t('accented'),
    plain: t('normal'),
    silent: t('muted'),
  }
  return (
    <Group gap={8}>
      {accents.map((accent, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: beats are identified by position
          key={index}
          type="button"
          className={classes.beat}
          data-accent={accent}
          data-now={(now === index + 1 && !silent) || undefined}
          aria-label={t('Beat {{beat}}: {{accent}}', { beat: index + 1, accent: names[accent] })}
          onClick={() => change.run({ beat: index + 1 })}
        />
      ))}
    </Group>
  )
}

function Options() {
  const { t } = useText()
  const settings = useService(SETTINGS).store(metronomeSettings)
  const now = useStore(settings)
  const { accents, subdivision } = now
  const bars = { min: 1, max: BARS }
  const numbers = [
    { id: 'fasterBy', label: t('Increase by (BPM)'), min: 0, max: MOST_FASTER },
    { id: 'fasterEvery', label: t('Every (bars)'), ...bars },
    { id: 'fasterUpTo', label: t('Up to (BPM)'), min: BPM.least, max: BPM.most },
    { id: 'soundingBars', label: t('Bars with click'), ...bars },
    { id: 'silentBars', label: t('Muted bars'), min: 0, max: BARS },
  ] as const
  const meter = useCommand('practice.set-metronome-meter')
  return (
    <SimpleGrid component="section" className="fw-card" minColWidth={180} p={20} aria-label={t('Options')}>
      <WholeNumber
        size="sm"
        label={t('Beats per bar')}
        value={accents.length}
        min={BEATS.least}
        max={BEATS.most}
        onTake={beats => meter.run({ beats })}
      />
      <Select
        size="sm"
        label={t('Subdivision')}
        value={subdivision}
        data={[
          { value: 'none', label: t('None') },
          { value: 'eighths', label: t('Eighths') },
          { value: 'swing', label: t('Swing eighths') },
          { value: 'triplets', label: t('Triplets') },
          { value: 'sixteenths', label: t('Sixteenths') },
        ]}
        onChange={value =>
          value && settings.change({ subdivision: value as MetronomeSettings['subdivision'] })
        }
      />
      {numbers.map(({ id, label, min, max }) => (
        <WholeNumber
          key={id}
          size="sm"
          label={label}
          value={now[id]}
          min={min}
          max={max}
          onTake={value => settings.change({ [id]: value })}
        />
      ))}
    </SimpleGrid>
  )
}
