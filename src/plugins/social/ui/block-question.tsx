/** Asks before somebody is blocked, and says what that does. */
import { Button, Group, Modal, Text } from '@mantine/core'
import { useText } from '../../../core/react/use-text.js'

interface BlockQuestionProps {
  readonly name: string
  /** Also there while it is closed: a window that is mounted open does not know whom to give the focus back to. */
  readonly opened: boolean
  readonly onBlock: () => void
  readonly onClose: () => void
}

export function BlockQuestion({ name, opened, onBlock, onClose }: BlockQuestionProps) {
  const { t } = useText()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Block {{name}}?', { name })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Text>
        {t(
          '{{name}} will not find you, see your profile or follow you any more, and you will not find them.',
          {
            name,
          },
        )}
      </Text>
      <Text mt="xs">
        {t(
          'If you follow each other, that ends for both. They are not told, and you can lift the block at any time.',
        )}
      </Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('Cancel')}
        </Button>
        <Button color="red" onClick={onBlock}>
          {t('Block')}
        </Button>
      </Group>
    </Modal>
  )
}
