/** On narrow screens: navigation and its drawers from the left, the right drawers over the page. */
import { Drawer } from '@mantine/core'
import type { Owned } from '../../core/kernel/extensions/contributions.js'
import type { DrawerContribution } from '../../core/kernel/manifest/plugin.js'
import { useText } from '../../core/react/hooks/use-text.js'
import Navigation from './navigation.js'
import SideDrawers, { type SideDrawersProps } from './side-drawers.js'

interface SheetsProps extends Pick<SideDrawersProps, 'shown'> {
  readonly open: 'left' | 'right' | undefined
  /** Where the right drawers come from. */
  readonly side: 'right' | 'bottom'
  readonly left: readonly Owned<DrawerContribution>[]
  readonly right: readonly Owned<DrawerContribution>[]
  readonly onClose: () => void
}

export default function Sheets({ open, side, left, right, shown, onClose }: SheetsProps) {
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
        position={side}
        size={side === 'right' ? 340 : '75%'}
        title={t('Tools')}
        closeButtonProps={closeButtonProps}
        styles={{ body: { padding: 0 } }}
      >
        <SideDrawers drawers={right} shown={shown} />
      </Drawer>
    </>
  )
}
