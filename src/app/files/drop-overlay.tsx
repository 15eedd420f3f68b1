import { Overlay, Paper, Portal } from '@mantine/core'
import { useText } from '../../core/react/hooks/use-text.js'
import type { Hovering } from './file-drops.js'

export function DropOverlay({ hovering }: { readonly hovering: Hovering }) {
  const { t } = useText()
  return (
    <Portal>
      <Overlay fixed center zIndex={500} backgroundOpacity={0.6} p={24} style={{ pointerEvents: 'none' }}>
        <Paper
          role="status"
          px={48}
          py={40}
          radius={14}
          fz={20}
          fw={600}
          ta="center"
          style={{ border: '2px dashed var(--fw-accent)', background: 'var(--fw-panel)' }}
        >
          {hovering === 'opens'
            ? t('Drop song files to open them')
            : t('Log in first, then drop the file again.')}
        </Paper>
      </Overlay>
    </Portal>
  )
}
