/** Lists the source files that run, for the tests that limit them. */
import { Session } from 'node:inspector'
import { onTestFinished } from 'vitest'

/** Getter that Vitest generates for an export. It runs whenever an imported constant is read. */
const EXPORT = /^\(\) => \{ try \{ return [\w.]+ \} catch \{\} \}$/

/** Returns a function that lists the files of `src` and `cli` in which code has run since the previous call. */
export function watchFiles(): () => readonly string[] {
  const session = new Session()
  session.connect()
  onTestFinished(() => session.disconnect())
  session.post('Debugger.enable')
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const isExport = (scriptId: string, ranges: readonly { startOffset: number; endOffset: number }[]) => {
    let source = ''
    session.post('Debugger.getScriptSource', { scriptId }, (error, answer) => {
      if (error) throw error
      source = answer.scriptSource
    })
    return ranges.every(({ startOffset, endOffset }) => EXPORT.test(source.slice(startOffset, endOffset)))
  }
  return () => {
    const files: string[] = []
    session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error) throw error
      for (const { scriptId, url, functions } of result) {
        const [, file] = /\/(?<!tests\/)((?:cli|src)\/[^?]+)/.exec(url) ?? []
        if (!file) continue
        const ran = functions.filter(({ ranges }) => ranges.some(({ count }) => count > 0))
        if (ran.every(each => each.functionName === '' && isExport(scriptId, each.ranges))) continue
        files.push(file)
      }
    })
    return files.sort()
  }
}
