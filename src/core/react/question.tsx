import { Button, Group, Modal, Text } from '@mantine/core'
import { useLast } from './hooks/use-last.js'
import { useText } from './kernel-context.js'

export interface Asked {
  readonly title: string
  readonly text: string | readonly string[]
  readonly yes: string
  readonly severe?: boolean
  /** Shows its own errors. */
  readonly run: () => void
}

export interface QuestionProps {
  readonly asked: Asked | undefined
  readonly onClose: () => void
}

/**
 * Mount it even while nothing is asked: a modal mounted open does not know where to return the focus.
 * @example const asked = <Question asked={undefined} onClose={() => undefined} />
 */
export function Question({ asked, onClose }: QuestionProps) {
  const { t } = useText()
  const last = useLast(asked)
  return (
    <Modal.Root opened={asked !== undefined} onClose={onClose} styles={{ title: { lineHeight: 1.3 } }}>
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
