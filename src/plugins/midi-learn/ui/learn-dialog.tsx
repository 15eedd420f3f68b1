/** "Move the control …": hears it, says what it would replace, asks for what its command needs, and binds it. */
import { Modal } from '@mantine/core'
import { useLast } from '../../../core/react/hooks/use-last.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { bindingKey } from '../bindings.js'
import { LearnForm, type Wish } from './learn-form.js'

interface LearnDialogProps {
  /** Undefined while the window is closed. */
  readonly wish: Wish | undefined
  readonly onClose: () => void
}

/** Also there while it is closed: a window that is mounted open does not know whom to give the focus back to. */
export function LearnDialog({ wish, onClose }: LearnDialogProps) {
  const { t } = useText()
  // Its words stay while it fades.
  const last = useLast(wish)
  return (
    <Modal
      opened={wish !== undefined}
      onClose={onClose}
      title={last?.before ? t('Change a MIDI control') : t('Learn a MIDI control')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {last && (
        <LearnForm
          key={`${last.command} ${last.before && bindingKey(last.before)}`}
          wish={last}
          listening={wish !== undefined}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}
