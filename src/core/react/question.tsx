/** Asks before something is done that cannot be undone, or that others will feel. */
import { Button, Group, Modal, Text } from '@mantine/core'
import { useLast } from './hooks/use-last.js'
import { useText } from './hooks/use-text.js'

export interface Asked {
  readonly title: string
  /** What it does, in a paragraph or several. */
  readonly text: string | readonly string[]
  /** On the button that does it. */
  readonly yes: string
  /** It locks a user out: the button is red. */
  readonly severe?: boolean
  /** Shows its own errors to the user. */
  readonly run: () => void
}

export interface QuestionProps {
  /** Undefined while nothing is asked. */
  readonly asked: Asked | undefined
  readonly onClose: () => void
}

/**
 * Also there while nothing is asked: a window that is mounted open does not know whom to give the focus back to.
 * @example const asked = <Question asked={undefined} onClose={() => undefined} />
 */
export function Question({ asked, onClose }: QuestionProps) {
  const { t } = useText()
  // Its words stay while it fades.
  const last = useLast(asked)
  return (
    <Modal.Root
      opened={asked !== undefined}
      onClose={onClose}
      // Two lines on a phone.
      styles={{ title: { lineHeight: 1.3 } }}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* Without a role: as a header of a dialog it would be a second banner of the page. */}
        <Modal.Header role="none">
          <Modal.Title>{last?.title}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </Modal.Header>
        <Modal.Body>
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
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
