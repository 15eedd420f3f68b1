import {
  Alert,
  Button,
  Checkbox,
  Code,
  Fieldset,
  Group,
  List,
  ScrollArea,
  Stack,
  Text,
  Textarea,
} from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { GO_TO } from '../../../core/events/app-events.js'
import { refusalWords } from '../../../core/http/error-sentences.js'
import { phrases } from '../../../core/platform/phrases.js'
import { PAGE } from '../../../core/platform/ports.js'
import { CommandButton } from '../../../core/react/command-button.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import layout from '../../../core/react/list-page.module.css'
import { Hint, SecondaryButton } from '../../../core/react/looks.js'
import { Refused } from '../../../core/react/refused.js'
import {
  type ProblemReport,
  REPORT_PARTS,
  type ReportPart,
  SHOWN_REPORT,
  type ShownReport,
  STEP_KINDS,
} from '../report/report.js'
import { PROBLEM_REPORTS, type ReportTools } from '../tokens.js'

export default function ReportPage() {
  const { t } = useText()
  const { shown } = useStore(useService(SHOWN_REPORT))
  return (
    <div className={layout.page}>
      <h1 className={layout.title}>{t('Problem report')}</h1>
      <Text c="dimmed" mb="md">
        {t('The report is saved as a file and isn’t sent automatically. You decide who gets it.')}
      </Text>
      {shown ? <Shown key={shown.report.made} shown={shown} /> : <Empty />}
    </div>
  )
}

function Empty() {
  const { t } = useText()
  return (
    <Stack align="flex-start" gap="sm">
      <Text>
        {t(
          'No report yet. When something goes wrong, create one right away: it covers the last two minutes.',
        )}
      </Text>
      <CommandButton command="problem-report.save" />
    </Stack>
  )
}

const refusal = refusalWords('diagnostics', {})

const PARTS: Readonly<Record<ReportPart, string>> = phrases({
  midi: 'MIDI messages and device names',
  commands: 'Commands and their results',
  events: 'App events and warnings',
  calls: 'Server requests, without their content',
  settings: 'Settings that differ from the defaults',
  picture: 'A picture of the neck',
})

function Shown({ shown: { report, from } }: { readonly shown: ShownReport }) {
  const { t, tm } = useText()
  const { events } = useKernel()
  const page = useService(PAGE)
  const { tools, failed, retry } = useTools()
  const store = useService(SHOWN_REPORT)
  const [left, setLeft] = useState<readonly ReportPart[]>([])
  const [remark, setRemark] = useInputState('')
  const kept = useMemo(() => tools?.without(report, left), [tools, report, left])
  const said = useDeferredValue(remark.trim())
  const shownText = useMemo(() => kept && tools?.text(withRemark(kept, said)), [tools, kept, said])
  const failures = useMemo(() => tools?.failures(report) ?? [], [tools, report])
  const close = () => {
    store.setState({ shown: undefined })
    events.emit(GO_TO, { path: from })
  }
  const save = () => {
    if (!tools || !kept) return
    const stamp = report.made.slice(0, 19).replaceAll(':', '-')
    page.saveFile(`fretwork-${stamp}.fretwork-report.json`, tools.write(withRemark(kept, remark.trim())))
  }
  return (
    <Stack gap="md">
      {failures.length > 0 && (
        <Alert color="red" title={t('This report includes an error')}>
          <List size="sm" lang="en">
            {failures.map(({ sentence, step }) => (
              <List.Item key={`${step} ${sentence}`}>{sentence}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Textarea
        label={t('What went wrong, and what did you expect?')}
        autosize
        minRows={2}
        maxLength={2000}
        value={remark}
        onChange={setRemark}
      />
      <Fieldset legend={t('In this report')}>
        <Stack gap={6}>
          {REPORT_PARTS.map(part => (
            <Checkbox
              key={part}
              label={`${tm('diagnostics', PARTS[part])}${countOf(report, part)}`}
              checked={!left.includes(part)}
              onChange={event =>
                setLeft(event.currentTarget.checked ? left.filter(each => each !== part) : [...left, part])
              }
            />
          ))}
        </Stack>
        <Hint mt="xs">
          {t(
            'Always included: versions, plugin status, browser and page. Never included: passwords, access tokens, your email address and anything you’ve written.',
          )}
        </Hint>
      </Fieldset>
      <Group>
        <Button leftSection={<IconDownload size={18} />} onClick={save} disabled={!kept}>
          {t('Save the report')}
        </Button>
        <SecondaryButton onClick={close}>{t('Close')}</SecondaryButton>
      </Group>
      {failed !== undefined && <Refused error={failed} words={refusal} onRetry={retry} />}
      {shownText !== undefined && <Contents text={shownText} />}
    </Stack>
  )
}

/** Characters shown of a long report. The middle is omitted: the problem is at the end. */
const [BEGINNING, END] = [40_000, 160_000]

function Contents({ text }: { readonly text: string }) {
  const { t } = useText()
  const isLong = text.length > BEGINNING + END
  return (
    <section aria-label={t('Full report')}>
      <Text fw={600} mb={4}>
        {t('Full report')}
      </Text>
      <ScrollArea.Autosize mah={480} viewportProps={{ tabIndex: 0 }}>
        <Code block>{isLong ? text.slice(0, BEGINNING) : text}</Code>
        {isLong && (
          <>
            <Hint p="xs">{t('The middle part isn’t shown. The file contains the full report.')}</Hint>
            <Code block>{text.slice(-END)}</Code>
          </>
        )}
      </ScrollArea.Autosize>
    </section>
  )
}

function withRemark(report: ProblemReport, remark: string): ProblemReport {
  return remark === '' ? report : { ...report, remark }
}

/** Returns a count such as ` (12)`. */
function countOf({ steps, settings }: ProblemReport, part: ReportPart): string {
  if (part === 'settings') return ` (${Object.keys(settings).length})`
  const kinds = STEP_KINDS[part]
  return kinds ? ` (${steps.filter(({ kind }) => kinds.includes(kind)).length})` : ''
}

function useTools() {
  const reports = useService(PROBLEM_REPORTS)
  const [tools, setTools] = useState<ReportTools>()
  const [failed, setFailed] = useState<unknown>()
  const load = useCallback(() => {
    setFailed(undefined)
    reports.tools().then(setTools, setFailed)
  }, [reports])
  useEffect(load, [load])
  return { tools, failed, retry: load }
}
