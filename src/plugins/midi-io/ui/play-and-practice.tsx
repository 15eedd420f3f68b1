import { Button, Stack, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useTouchInput } from '../../../core/react/hooks/use-touch-input.js'
import { useText } from '../../../core/react/kernel-context.js'
import { SecondaryButton } from '../../../core/react/looks.js'

export default function PlayAndPractice() {
  const { t } = useText()
  const song = useCommand('library.play-song')
  const file = useCommand('library.open-file')
  const tuner = useCommand('audio-in.open-tuner')
  return (
    <Stack gap={8} pb={8}>
      <Text size="sm">
        {useTouchInput()
          ? t('Play on the neck or along with a song.')
          : t('Play the on-screen neck or your computer keyboard, or play along with a song.')}
      </Text>
      {[song, file, tuner].map(
        ({ enabled, title, run }) =>
          enabled && (
            <SecondaryButton key={title} size="compact-sm" onClick={() => run()}>
              {title}
            </SecondaryButton>
          ),
      )}
      <Button variant="default" size="compact-sm" component={Link} to="/practice/train">
        {t('Ear and neck training')}
      </Button>
    </Stack>
  )
}
