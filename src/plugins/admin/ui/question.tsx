/** Asks before something is done that others will feel. */
import { Button, Group, Modal, Text } from '@mantine/core'
import { useText } from '../../../core/react/use-text.js'

export interface Asked {
  readonly title: string
  readonly text: string
  /** On the button that does it. */
  readonly yes: string
  readonly run: () => Promise<void>
}

export function Question({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  const { t } = useText()
  return (
    <Modal.Root opened onClose={onClose}>
      <Modal.Overlay />
      <Modal.Content>
        {/* Without a role: as a header of a dialog it would be a second banner of the page. */}
        <Modal.Header role="none">
          <Modal.Title>{asked.title}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </Modal.Header>
        <Modal.Body>
          <Text>{asked.text}</Text>
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('Cancel')}
            </Button>
            <Button
              onClick={() => {
                onClose()
                void asked.run()
              }}
            >
              {asked.yes}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
