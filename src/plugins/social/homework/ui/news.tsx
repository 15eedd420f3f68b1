import { ActionIcon, Indicator } from '@mantine/core'
import { IconSchool } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { ONCE } from '../../once.js'
import { newsOf } from '../news.js'

/** Header badge. Renders nothing if there are no unseen updates. */
export default function News() {
  const { t } = useText()
  const { count } = useStore(useService(ONCE)(newsOf).view)
  if (count === 0) return null
  const label = t('{{count}} homework updates', { count })
  return (
    <Indicator label={count} size={16} offset={4} color="orange">
      <ActionIcon
        component={Link}
        to="/homework"
        variant="subtle"
        color="gray"
        aria-label={label}
        title={label}
      >
        <IconSchool size={19} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Indicator>
  )
}
