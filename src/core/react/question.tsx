import { Button, Group, Modal, Text } from '@mantine/core'
import { useLast } from './hooks/use-last.js'
import { useText } from './kernel-context.js'

export interface Asked {
  readonly title: string
  readonly text: string | readonly string[]
  readonly yes: string
  readonly severe?: boolean
  /** Called on confirmation. Must show its own errors. */
  readonly run: () => void
}

export interface QuestionProps {
  readonly asked: Asked | undefined
  readonly onClose: () => void
}

/**
 * Confirmation dialog. Keep it mounted while closed: a modal that mounts open cannot restore focus.
 */
export function Question({ asked, onClose }: QuestionProps) {
  const { t } = useText()
  const last = useLast(asked)
  return (
    <Modal
      opened={asked !== undefined}
      onClose={onClose}
      title={last?.title}
      closeButtonProps={{ 'aria-label': t('Close') }}
      // Without this role, the dialog header would be a second banner landmark on the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      {[last?.text ?? []].flat().map((paragraph, place) => (
        <Text key={paragraph} mt={place > 0 ? 'xs' : undefined}>
          {paragraph}
        </Text>
      ))}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('Cancel')}
        </Button>
        <Button
          {...(last?.severe && { bg: 'var(--fw-bad)', c: 'var(--fw-panel)' })}
          onClick={() => {
            onClose()
            asked?.run()
          }}
        >
          {last?.yes}
        </Button>
      </Group>
    </Modal>
  )
}
