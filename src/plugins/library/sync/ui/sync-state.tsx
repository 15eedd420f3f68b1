import { ActionIcon, Indicator } from '@mantine/core'
import {
  IconCloudCheck,
  IconCloudExclamation,
  IconCloudOff,
  IconCloudUp,
  type IconProps,
} from '@tabler/icons-react'
import { type ComponentType, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import type { SyncView } from '../../tokens.js'
import { OWN_SYNC } from '../sync.js'
import { needsUser, sentenceOf } from './sentences.js'

const ICONS: Readonly<Record<SyncView['state'], ComponentType<IconProps>>> = {
  off: IconCloudOff,
  saved: IconCloudCheck,
  waiting: IconCloudUp,
  working: IconCloudUp,
  stopped: IconCloudOff,
  failed: IconCloudExclamation,
  full: IconCloudExclamation,
}

export default function SyncState() {
  const { tm } = useText()
  const sync = useService(OWN_SYNC)
  const view = useStore(sync.view)
  useEffect(() => sync.begin(), [sync])
  const [sentence, values] = sentenceOf(view)
  const label = tm('library', sentence, values)
  const Icon = ICONS[view.state]
  return (
    <Indicator disabled={!needsUser(view)} color="orange" offset={4} size={8}>
      <ActionIcon
        component={Link}
        to="/account/sync"
        variant="subtle"
        color="gray"
        aria-label={label}
        title={label}
        data-sync={view.state}
      >
        <Icon size={19} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Indicator>
  )
}
