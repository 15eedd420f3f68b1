import { Anchor, Button, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import { CommandButton } from '../../../core/react/command-button.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { JUDGING } from '../../practice/tokens.js'
import { PRACTICING } from '../internal-tokens.js'
import { taskFacts } from './facts.js'

export default function Task() {
  const text = useText()
  const { t } = text
  const { assignment } = useStore(useService(PRACTICING).view)
  if (!assignment?.task) return null
  return (
    <Group
      justify="space-between"
      gap="4px 12px"
      p="8px 12px"
      fz={14}
      style={{ borderBottom: '1px solid var(--fw-line)' }}
      role="status"
      aria-label={t('Homework')}
    >
      <span>
        {t('Homework from {{name}}', { name: assignment.teacher.name })}: {taskFacts(assignment.task, text)}
      </span>
      <span>
        <Judge />
        <Anchor component={Link} to={`/homework/${assignment.id}`} size="sm" mx="sm">
          {t('Details')}
        </Anchor>
        <CommandButton command="homework.stop" size="compact-sm" variant="default" />
      </span>
    </Group>
  )
}

/** Takes are sent only while playing is judged. */
function Judge() {
  const { t } = useText()
  const judging = useStore(useService(JUDGING).view, view => view.judging)
  const toggle = useCommand('practice.toggle-judging')
  if (judging) return null
  return (
    <Button size="compact-sm" onClick={() => toggle.run()}>
      {t('Turn on feedback')}
    </Button>
  )
}
