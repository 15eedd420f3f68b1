/** Over the whole window while a file hovers: what comes of dropping it. */
import { Overlay, Portal } from '@mantine/core'
import { useText } from '../../core/react/hooks/use-text.js'
import classes from './drop-overlay.module.css'
import type { Hovering } from './file-drops.js'

export default function DropOverlay({ hovering }: { readonly hovering: Hovering }) {
  const { t } = useText()
  return (
    <Portal>
      <Overlay fixed zIndex={500} backgroundOpacity={0.6} className={classes.drop}>
        <div className={classes.text} role="status">
          {hovering === 'opens'
            ? t('Drop MIDI files to open them')
            : t('Log in first, then drop the file again.')}
        </div>
      </Overlay>
    </Portal>
  )
}
