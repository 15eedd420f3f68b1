/** The whole window takes files, while a page of songs is shown. */
import { Overlay, Portal } from '@mantine/core'
import { useCallback } from 'react'
import { useService } from '../../../core/react/kernel-context.js'
import { useText } from '../../../core/react/use-text.js'
import { songFile } from '../song-file.js'
import { SONG_IMPORTS } from '../tokens.js'
import classes from './song-panel.module.css'
import { useFileDrop } from './use-file-drop.js'

/** @param open whether the first of the files comes onto the neck */
export function DropTarget({ open }: { readonly open: boolean }) {
  const { t } = useText()
  const imports = useService(SONG_IMPORTS)
  const dropped = useCallback(
    (files: readonly File[]) => void imports.take(files.map(songFile), { keep: true, open }),
    [imports, open],
  )
  if (!useFileDrop(dropped)) return null
  return (
    <Portal>
      <Overlay fixed zIndex={500} backgroundOpacity={0.6} className={classes.drop}>
        <div className={classes.dropText}>{t('Drop MIDI files to open them')}</div>
      </Overlay>
    </Portal>
  )
}
