import { Button, type ButtonProps } from '@mantine/core'
import { useText } from './hooks/use-text.js'
import { useKernel } from './kernel-context.js'

export const REPORT_COMMAND = 'problem-report.save'

export function ReportProblem(props: ButtonProps) {
  const { t } = useText()
  const { commands } = useKernel()
  if (!commands.find(REPORT_COMMAND)) return null
  return (
    <Button variant="subtle" {...props} onClick={() => void commands.execute(REPORT_COMMAND)}>
      {t('Save a problem report')}
    </Button>
  )
}
