/** Asks before something is done that others will feel. */
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
  // Its words stay while it fades.
  const last = useLast(asked)
  return (
    <Modal.Root opened={asked !== undefined} onClose={onClose}>
      <Modal.Overlay />
      <Modal.Content>
        {/* Without a role: as a header of a dialog it would be a second banner of the page. */}
        <Modal.Header role="none">
          <Modal.Title>{last?.title}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </Modal.Header>
        <Modal.Body>
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
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
