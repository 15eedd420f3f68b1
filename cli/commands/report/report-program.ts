import type { Command } from 'commander'
import { FLAGS } from '../../flags.js'
import { type Ended, examples } from '../../help.js'

const EXPECTED = [
  '--expected <notes...>',
  'notes that should sound at the end, such as C4 E4, or "none"; compared instead of what was recorded',
] as const
const OUTPUT = ['--output <file>', 'where to write it; next to the report unless given'] as const

export function addReport(program: Command, ended: Ended): void {
  const report = program
    .command('report')
    .description('problem reports that were saved in the application')
    .addHelpText('after', examples(['fretwork report replay problem.fretwork-report.json']))
  const commands = () => import('./report.js')
  report
    .command('show <file>')
    .description('print what happened, and the errors that were reported')
    .option('--all', 'print every step instead of the last 40')
    .option(...FLAGS.json)
    .addHelpText('after', examples(['fretwork report show problem.fretwork-report.json']))
    .action(async (file, options) => ended(await (await commands()).show(file, options)))
  report
    .command('replay <file>')
    .description(
      'repeat its messages and commands here, and compare what comes of them with what was recorded or expected; exits with 6 if it differs',
    )
    .option(...EXPECTED)
    .option(...FLAGS.json)
    .option(...FLAGS.junit)
    .option(...FLAGS.html)
    .addHelpText(
      'after',
      examples(['fretwork report replay --html problem.html problem.fretwork-report.json']),
    )
    .action(async (file, options) => ended(await (await commands()).replay(file, options)))
  report
    .command('shrink <file>')
    .description('leave out what the error or the difference does not need')
    .option(...EXPECTED)
    .option(...OUTPUT)
    .option(...FLAGS.force)
    .addHelpText(
      'after',
      examples(['fretwork report shrink --output small.fretwork-report.json problem.fretwork-report.json']),
    )
    .action(async (file, options) => ended(await (await commands()).shrink(file, options)))
  report
    .command('to-test <file>')
    .description('write it as a test for Vitest of the notes that sound at its end')
    .option(...EXPECTED)
    .option(...OUTPUT)
    .option('--golden-run', 'write a log and its golden log for "fretwork replay --golden" instead')
    .option(...FLAGS.force)
    .addHelpText(
      'after',
      examples(['fretwork report to-test --output neck.test.ts problem.fretwork-report.json']),
    )
    .action(async (file, options) => ended(await (await commands()).toTest(file, options)))
}
