/** On narrow screens: navigation and its drawers from the left, those of the right as a sheet from below. */
import { Drawer } from '@mantine/core'
import type { Owned } from '../../core/kernel/extensions/contributions.js'
import type { DrawerContribution } from '../../core/kernel/manifest/plugin.js'
import { useText } from '../../core/react/hooks/use-text.js'
import Navigation from './navigation.js'
import SideDrawers, { type SideDrawersProps } from './side-drawers.js'

interface SheetsProps extends Pick<SideDrawersProps, 'shown'> {
  readonly open: 'left' | 'right' | undefined
  readonly left: readonly Owned<DrawerContribution>[]
  readonly right: readonly Owned<DrawerContribution>[]
  readonly onClose: () => void
}

export default function Sheets({ open, left, right, shown, onClose }: SheetsProps) {
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
        <SideDrawers drawers={left} shown={shown} />
      </Drawer>
      <Drawer
        opened={open === 'right' && right.length > 0}
        onClose={onClose}
        position="bottom"
        size="75%"
        title={t('Tools')}
        closeButtonProps={closeButtonProps}
        styles={{ body: { padding: 0 } }}
      >
        <SideDrawers drawers={right} shown={shown} />
      </Drawer>
    </>
  )
}
