import { ActionIcon, Loader, LoadingOverlay, Modal, Stack, Text, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebar, IconLayoutSidebarRight } from '@tabler/icons-react'
import { useCallback, useEffect } from 'react'
import { askFactor, confirmFactor, type FactorProof } from '../../core/contract/second-factor.js'
import { refusalWords } from '../../core/http/error-sentences.js'
import { FactorForm } from '../../core/react/credentials/factor-form.js'
import { useAnswer } from '../../core/react/hooks/use-answer.js'
import { useKernel, useStore, useText, useUsablePlugins } from '../../core/react/kernel-context.js'
import { PluginScreen } from '../../core/react/plugin-screen.js'
import { Refused } from '../../core/react/refused.js'
import { layoutSettings } from '../../core/settings/core-settings.js'
import { WIDE, WIDEST } from './widths.js'

export { RunningCommands } from './running-commands.js'
export { Navigation, Sheets, SideDrawers } from './sheets.js'
export { UserMenu } from './user-menu.js'

export function DrawerToggle({ side, onClick }: { side: 'left' | 'right'; onClick: () => void }) {
  const { t } = useText()
  const layout = useStore(useKernel().settings.store(layoutSettings))
  const Icon = side === 'left' ? IconLayoutSidebar : IconLayoutSidebarRight
  // On narrow screens, the sidebar opens as a sheet over the page.
  const isBeside = useMediaQuery(side === 'left' ? WIDE : WIDEST)
  const isOpen = isBeside === true && layout[`${side}DrawerOpen`]
  const label = side === 'left' ? t('Toggle navigation') : t('Toggle right sidebar')
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" onClick={onClick} aria-label={label} aria-expanded={isOpen}>
        <Icon size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}

export function HeaderParts() {
  return useUsablePlugins().flatMap(({ id, contributes }) =>
    (contributes?.header ?? []).map(part => (
      <PluginScreen key={part.id} plugin={id} screen={part.screen} part />
    )),
  )
}

export function SessionIndicator() {
  const { auth } = useKernel()
  const { t } = useText()
  const busy = useStore(auth.state, state => state.busy)
  if (!busy) return null
  return (
    <LoadingOverlay
      visible
      role="status"
      aria-label={t('Loading')}
      zIndex={150}
      loaderProps={{ size: 80 }}
      overlayProps={{ backgroundOpacity: 0.35 }}
      // The page stays usable while the server responds: the overlay doesn't block the keyboard either.
      style={{ pointerEvents: 'none' }}
    />
  )
}

const words = refusalWords('app', {})

export function StepUpDialog() {
  const { auth } = useKernel()
  const { t } = useText()
  const { open } = useStore(auth.stepUp.state)
  useEffect(() => {
    const attached = auth.stepUp.attach()
    return () => attached.dispose()
  }, [auth])
  return (
    <Modal
      opened={open}
      onClose={() => auth.stepUp.close(false)}
      title={t('Confirm it’s you')}
      closeButtonProps={{ 'aria-label': t('Close') }}
      zIndex={300}
    >
      {open && <Asking />}
    </Modal>
  )
}

function Asking() {
  const { api, auth } = useKernel()
  const { t } = useText()
  const ask = useCallback((signal: AbortSignal) => api.call(askFactor, {}, { signal }), [api])
  const { value, error, reload } = useAnswer(ask)
  const confirm = async (body: FactorProof) => {
    await api.call(confirmFactor, { body })
    auth.stepUp.close(true)
  }
  return (
    <Stack gap="md">
      <Text size="sm">{t('Confirm with your second factor. You won’t be asked again for ten minutes.')}</Text>
      {error !== undefined && <Refused error={error} words={words} onRetry={reload} />}
      {value ? (
        <FactorForm
          key={value.challenge}
          asked={value}
          submit={t('Confirm')}
          onProof={confirm}
          onRestart={reload}
        />
      ) : (
        error === undefined && <Loader size="sm" />
      )}
    </Stack>
  )
}
