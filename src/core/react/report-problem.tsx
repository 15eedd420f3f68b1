/** The way from an error to a problem report, wherever an error is shown. */
import { Button, type ButtonProps } from '@mantine/core'
import { useText } from './hooks/use-text.js'
import { useKernel } from './kernel-context.js'

/** Of the plugin that makes reports; without it there is no button. */
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
