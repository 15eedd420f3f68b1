import { ActionIcon, Center, Group, Text, Tooltip } from '@mantine/core'
import { IconPrinter, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import { CommandIcon } from '../../../core/react/command-button.js'
import { usePrinting } from '../../../core/react/hooks/use-printing.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { type OpenSong, SONG_SESSION } from '../../player/tokens.js'
import type { Drawing } from '../../score-files/tokens.js'
import { notationSettings, SCALES } from '../notation-settings.js'
import classes from './notation.module.css'
import { ScoreScroll } from './score-scroll.js'
import { ScoreLines } from './score-sheet.js'
import { useDrawing } from './use-drawing.js'

export default function NotationView() {
  const song = useStore(useService(SONG_SESSION).view, view => view.song)
  return song ? <Opened song={song} /> : null
}

function Opened({ song }: { readonly song: OpenSong }) {
  const { t } = useText()
  const scale = useStore(useService(SETTINGS).store(notationSettings), settings => settings.scale)
  const { drawing, paper, failed } = useDrawing(song, scale)
  return (
    <>
      <Tools scale={scale} />
      {failed ? (
        <Text role="alert">{t('This song can’t be shown as notation. Show it as tablature.')}</Text>
      ) : drawing ? (
        <ScoreScroll song={song} drawing={drawing} />
      ) : (
        <Center className={classes.view} mih={160} role="status">
          {t('Drawing the notation…')}
        </Center>
      )}
      {paper && <Paper title={song.title} drawing={paper} />}
    </>
  )
}

function Tools({ scale }: { readonly scale: number }) {
  const { t } = useText()
  const print = t('Print notation')
  return (
    <Group role="toolbar" aria-label={t('Notation')} gap={4} justify="flex-end" mt={-38}>
      <CommandIcon command="notation.zoom-out" disabled={scale <= SCALES[0]}>
        <IconZoomOut size={18} />
      </CommandIcon>
      <CommandIcon command="notation.zoom-in" disabled={scale >= (SCALES.at(-1) ?? 1)}>
        <IconZoomIn size={18} />
      </CommandIcon>
      <Tooltip label={print}>
        <ActionIcon variant="default" size={30} aria-label={print} onClick={() => window.print()}>
          <IconPrinter size={18} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

function Paper({ title, drawing }: { readonly title: string; readonly drawing: Drawing }) {
  const printing = usePrinting()
  if (!printing) return null
  // The panel is for the screen only.
  return createPortal(
    <div className="fw-on-paper">
      <h2>{title}</h2>
      <ScoreLines pieces={drawing.pieces} />
    </div>,
    document.querySelector('main') ?? document.body,
  )
}
