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
    <Modal opened onClose={onClose} title={asked.title} closeButtonProps={{ 'aria-label': t('Close') }}>
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
    </Modal>
  )
}
