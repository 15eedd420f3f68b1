import { relative } from 'node:path'
import { root } from '../project.mjs'
import { reportWriter } from './report.mjs'

const OUTCOMES = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' }

export default class {
  #report = reportWriter()
  #suite

  onBegin(_config, suite) {
    this.#suite = suite
  }

  onTestEnd(test, { duration }) {
    this.#report.time(relative(root, test.location.file), duration)
  }

  onEnd() {
    for (const test of this.#suite?.allTests() ?? []) this.#report.count(OUTCOMES[test.outcome()])
    this.#report.write()
  }

  printsToStdio() {
    return false
  }
}
