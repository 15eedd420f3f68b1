import { Box, Progress, Text } from '@mantine/core'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { SOUND } from '../synth.js'

/** Thin line along the top edge of its container while instruments are being loaded. */
export default function LoadingInstruments() {
  const { t } = useText()
  const loading = useStore(useService(SOUND).view, view => view.loading)
  if (!loading) return null
  const { left, of } = loading
  return (
    <>
      <Box pos="absolute" top={0} left={0} right={0}>
        <Progress
          size={3}
          radius={0}
          value={(100 * (of - left)) / of}
          aria-label={t('Loading instruments…')}
        />
      </Box>
      {/* In wider windows, the volume control shows this text. */}
      <Text
        {...{ pos: 'absolute', bottom: 1, left: 0, right: 0 }}
        {...{ fz: 11, lh: '14px', ta: 'center', c: 'dimmed', hiddenFrom: 'md', 'aria-hidden': true }}
      >
        {t('Loading instruments…')}
      </Text>
    </>
  )
}
