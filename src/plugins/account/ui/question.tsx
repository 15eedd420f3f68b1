/** Asks before something is done that cannot be undone. */
import { Button, Group, Modal, Text } from '@mantine/core'
import { useLast } from '../../../core/react/use-last.js'
import { useText } from '../../../core/react/use-text.js'

export interface Asked {
  readonly title: string
  readonly text: string
  /** On the button that does it. */
  readonly yes: string
  readonly run: () => Promise<void>
}

interface QuestionProps {
  /** Undefined while nothing is asked. */
  readonly asked: Asked | undefined
  readonly onClose: () => void
}

/** Also there while nothing is asked: a window that is mounted open does not know whom to give the focus back to. */
export function Question({ asked, onClose }: QuestionProps) {
  const { t } = useText()
  const last = useLast(asked)
  return (
    <Modal
      opened={asked !== undefined}
      onClose={onClose}
      title={last?.title}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Text>{last?.text}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('Cancel')}
        </Button>
        <Button
          onClick={() => {
            onClose()
            void asked?.run()
          }}
        >
          {last?.yes}
        </Button>
      </Group>
    </Modal>
  )
}
