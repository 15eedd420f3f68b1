import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { CommandButton } from '../../../core/react/command-button.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { JUDGING } from '../../practice/tokens.js'
import { PRACTICING } from '../internal-tokens.js'
import { taskFacts } from './facts.js'
import classes from './homework.module.css'

export default function Task() {
  const text = useText()
  const { t } = text
  const { assignment } = useStore(useService(PRACTICING).view)
  if (!assignment) return null
  return (
    <div className={classes.task} role="status" aria-label={t('Homework')}>
      <span>
        {t('Homework from {{name}}', { name: assignment.teacher.name })}: {taskFacts(assignment, text)}
      </span>
      <span>
        <Judge />
        <Anchor component={Link} to={`/homework/${assignment.id}`} size="sm" mx="sm">
          {t('Details')}
        </Anchor>
        <CommandButton command="homework.stop" size="compact-sm" variant="default" />
      </span>
    </div>
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
      {t('Judge my playing')}
    </Button>
  )
}
