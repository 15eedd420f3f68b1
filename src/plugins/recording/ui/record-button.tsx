import { Badge, Group } from '@mantine/core'
import { IconHistory, IconPlayerRecordFilled } from '@tabler/icons-react'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { SecondaryButton } from '../../../core/react/looks.js'
import { RECORDER } from '../internal-tokens.js'

export default function RecordButton() {
  const { t } = useText()
  const { played } = useStore(useService(RECORDER).view)
  const { plan, run } = useCommand('recording.toggle')
  const capture = useCommand('recording.keep-last')
  return (
    <Group gap="xs" mt={10}>
      <SecondaryButton
        size="sm"
        leftSection={<IconPlayerRecordFilled size={16} color="var(--fw-bad)" />}
        rightSection={
          plan !== undefined && (
            <Badge size="sm" variant="light">
              {plan}
            </Badge>
          )
        }
        onClick={() => run()}
      >
        {t('Record what you play')}
      </SecondaryButton>
      {played && capture.plan === undefined && (
        <SecondaryButton size="sm" leftSection={<IconHistory size={16} />} onClick={() => capture.run()}>
          {capture.title}
        </SecondaryButton>
      )}
    </Group>
  )
}
