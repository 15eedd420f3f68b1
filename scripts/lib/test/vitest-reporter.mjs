import { relative } from 'node:path'
import { root } from '../project.mjs'
import { reportWriter } from './report.mjs'

export default class {
  #report = reportWriter()

  onTestCaseResult(test) {
    const { state } = test.result()
    this.#report.count(state === 'pending' ? 'skipped' : state)
  }

  onTestModuleEnd(module) {
    // Without isolation, all files report the environment setup of the first file.
    const { setupDuration, collectDuration, duration } = module.diagnostic()
    const loadMs = setupDuration + collectDuration
    this.#report.time(relative(root, module.moduleId), loadMs + duration, loadMs)
  }

  onTestRunEnd() {
    this.#report.write()
  }
}
