import { Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useMemo } from 'react'
import { CommandIcon } from '../../../../core/react/command-button.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { Select } from '../../../../core/react/inputs/select.js'
import {
  useKernel,
  useService,
  useStore,
  useStoreLater,
  useText,
} from '../../../../core/react/kernel-context.js'
import { Hint } from '../../../../core/react/looks.js'
import { shownNote, withSigns } from '../../../../music/guitar/note-names.js'
import { simplerTonic } from '../../../../music/theory/scale.js'
import type {
  ScalePlace,
  ShownScalePosition as ShownPosition,
} from '../../../../music/theory/scale-positions.js'
import { SCALE_POSITION_CHOICES } from '../../neck/neck-looks.js'
import { fretboardSettings } from '../../settings.js'
import { SHARED_VIEW, SONG_WHOLE_NECK } from '../../sharing/shared-view.js'
import { NECK_VIEW, type NeckView } from '../../tokens.js'
import { Choice } from './instrument-menu.js'

export function ScalePositionKind() {
  const { t } = useText()
  const command = useCommand('fretboard.set-positions')
  const { settings } = useKernel()
  const custom = useStore(settings.store(fretboardSettings), state => state.positions)
  const shared = useStore(useService(SHARED_VIEW), shown => shown?.settings.positions)
  const isWhole = useStore(useService(SONG_WHOLE_NECK))
  return (
    <Choice
      label={t('Scale positions')}
      choices={SCALE_POSITION_CHOICES}
      value={isWhole ? 'none' : (shared ?? custom)}
      choose={positions => command.run({ positions })}
    />
  )
}

const positionOf = ({ position }: NeckView) => position
const scaleNameOf = ({ scale }: NeckView) => scale.name

export function ShownScalePosition() {
  const { t } = useText()
  const view = useService(NECK_VIEW)
  const noteNames = useStore(view, now => now.noteNames)
  const position = useStoreLater(view, positionOf)
  const scale = useStoreLater(view, scaleNameOf)
  const simpler = useMemo(() => simplerTonic(scale), [scale])
  return (
    <>
      {simpler && <Hint>{t('Easier to read as {{tonic}}.', { tonic: shownNote(simpler, noteNames) })}</Hint>}
      {position && <PositionChoice position={position} />}
    </>
  )
}

function PositionChoice({ position: { kind, index, places } }: { readonly position: ShownPosition }) {
  const { t } = useText()
  const { commands } = useKernel()
  const positionName = ({ name }: ScalePlace) =>
    kind === 'boxes' ? t('Box {{name}}', { name }) : withSigns(name)
  const data = places.map(place => ({
    value: String(place.index),
    label: `${positionName(place)} · ${t('Frets {{range}}', { range: `${place.from}–${place.to}` })}`,
  }))
  const choose = (value: string | null) =>
    value !== null && void commands.execute('fretboard.show-position', { position: Number(value) + 1 })
  return (
    <Group gap={4} wrap="nowrap">
      <CommandIcon command="fretboard.previous-position" size={32}>
        <IconChevronLeft size={18} />
      </CommandIcon>
      <Select
        aria-label={t('Scale position')}
        size="xs"
        w={160}
        data={data}
        value={String(index)}
        onChange={choose}
      />
      <CommandIcon command="fretboard.next-position" size={32}>
        <IconChevronRight size={18} />
      </CommandIcon>
    </Group>
  )
}
