/** On narrow screens: navigation from the left, the drawers as a sheet from below. */
import { Drawer } from '@mantine/core'
import type { Owned } from '../../core/kernel/contributions.js'
import type { DrawerContribution } from '../../core/kernel/plugin.js'
import { useText } from '../../core/react/use-text.js'
import Navigation from './navigation.js'
import RightDrawers, { type RightDrawersProps } from './right-drawers.js'

interface SheetsProps extends Pick<RightDrawersProps, 'shown'> {
  readonly open: 'left' | 'right' | undefined
  readonly drawers: readonly Owned<DrawerContribution>[]
  readonly onClose: () => void
}

export default function Sheets({ open, drawers, shown, onClose }: SheetsProps) {
  const { t } = useText()
  const closeButtonProps = { 'aria-label': t('Close') }
  return (
    <>
      <Drawer
        opened={open === 'left'}
        onClose={onClose}
        title={t('Menu')}
        size={260}
        closeButtonProps={closeButtonProps}
      >
        <Navigation />
      </Drawer>
      <Drawer
        opened={open === 'right' && drawers.length > 0}
        onClose={onClose}
        position="bottom"
        size="75%"
        title={t('Tools')}
        closeButtonProps={closeButtonProps}
        styles={{ body: { padding: 0 } }}
      >
        <RightDrawers drawers={drawers} shown={shown} />
      </Drawer>
    </>
  )
}
