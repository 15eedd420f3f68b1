import { exactTimeText } from '../../../src/core/music/song/time-text.js'
import type { Failure, ProblemReport, ReportStep } from '../../../src/plugins/problem-report/tokens.js'
import { plain } from '../../io/print.js'

const LAST_STEPS = 40

export function reportLines(report: ProblemReport, failures: readonly Failure[], all: boolean): string[] {
  const { made, app, page, user, remark, plugins, settings, steps, cut } = report
  const stopped = plugins.filter(({ status }) => ['failed', 'blocked', 'disabled'].includes(status))
  const from = all ? 0 : Math.max(0, steps.length - LAST_STEPS)
  const wrong = new Map(failures.map(failure => [failure.step, failure]))
  return [
    `Made ${made} by Fretwork ${app.version} (${app.browser ?? app.host})`,
    ...(page === undefined ? [] : [`Page: ${page}`]),
    `User: ${user.loggedIn ? `logged in${user.plan ? `, plan ${user.plan}` : ''}` : 'not logged in'}`,
    ...(remark === undefined ? [] : ['', ...remark.split('\n').map(line => `  ${line}`)]),
    '',
    ...stopped.map(
      ({ id, version, status, reason }) =>
        `Plugin ${id} ${version}: ${status}${reason ? ` – ${reason}` : ''}`,
    ),
    ...Object.entries(settings).map(([section, values]) => `Settings ${section}: ${JSON.stringify(values)}`),
    ...(cut ? ['Notes held before the first step are not in the report.'] : []),
    '',
    ...(from > 0 ? [`… ${from} steps before; print them with --all`] : []),
    ...steps.slice(from).flatMap((step, index) => {
      const failure = wrong.get(from + index)
      const head = `${String(from + index + 1).padStart(5)}  ${exactTimeText(step.at)}  `
      return [head + wordsOf(step), ...(failure ? [`        ✕ ${failure.sentence}`] : [])]
    }),
    '',
    ...(failures.length === 0
      ? ['No command and no line of the log reports an error.']
      : failures.map(each => `✕ ${failureLine(each)}`)),
  ].map(line => plain(line))
}

export function failureLine({ step, rule, sentence }: Failure): string {
  return `step ${step + 1}, ${rule}: ${sentence}`
}

function wordsOf(step: ReportStep): string {
  switch (step.kind) {
    case 'midi':
      return `${step.raw.padEnd(8)}  ${step.port}${step.string === undefined ? '' : `  string ${step.string}`}${nameOf(step.event)}`
    case 'command': {
      const { id, args, outcome } = step
      const result = !outcome ? 'running' : outcome.ok ? 'ok' : `${outcome.code}: ${outcome.message}`
      return `command  ${id}${args === undefined ? '' : ` ${JSON.stringify(args)}`}  ${result}`
    }
    case 'settings':
      return `settings  ${step.section} ${JSON.stringify(step.changed)}`
    case 'call':
      return `call  ${step.name}  ${step.status ?? 'no answer'}  ${Math.round(step.ms)} ms`
    case 'event':
      return `event  ${step.id}${step.payload === undefined ? '' : ` ${shortened(JSON.stringify(step.payload))}`}`
    case 'log':
      return `${step.level}  ${step.source}: ${step.message}${(step.errors ?? []).map(each => ` – ${each.split('\n')[0]}`).join('')}`
  }
}

function nameOf(event: Readonly<Record<string, unknown>> | undefined): string {
  return event && event.kind === 'note' ? `  ${String(event.name)} ${event.on ? 'on' : 'off'}` : ''
}

function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}
