import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconSchool } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { JUDGING } from '../../../practice/tokens.js'
import { ONCE } from '../../once.js'
import { practicingOf } from '../practicing.js'
import { taskFacts } from './facts.js'

/** Shown in the transport while the user practices homework. */
export default function Task() {
  const text = useText()
  const { t } = text
  const { assignment } = useStore(useService(ONCE)(practicingOf).view)
  const stop = useCommand('homework.stop')
  if (!assignment) return null
  const label = t('Homework from {{name}}', { name: assignment.teacher.name })
  return (
    <Menu width={260} position="top-start">
      <Menu.Target>
        <ActionIcon variant="light" size={36} aria-label={label} title={label}>
          <IconSchool size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        <Text size="sm" px={12} pb={8}>
          {taskFacts(assignment.task, text)}
        </Text>
        {assignment.task.note !== '' && (
          <Text size="sm" px={12} pb={8} mah={120} style={{ overflow: 'auto', whiteSpace: 'pre-line' }}>
            {assignment.task.note}
          </Text>
        )}
        <FeedbackItem />
        <Menu.Item component={Link} to={`/homework/${assignment.id}`}>
          {t('Details')}
        </Menu.Item>
        <Menu.Item onClick={() => stop.run()}>{t('Stop practicing homework')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Offers to turn on feedback. Takes are sent only while feedback is on. */
function FeedbackItem() {
  const { t } = useText()
  const judging = useStore(useService(JUDGING).view, view => view.judging)
  const toggle = useCommand('practice.toggle-judging')
  if (judging) return null
  return <Menu.Item onClick={() => toggle.run()}>{t('Turn on feedback')}</Menu.Item>
}
