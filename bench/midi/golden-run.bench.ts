// Golden runs as shipped: 300 real MIDI files in one process, next to a process for each file and
// whether memory stays as it is. There are fewer real files than that, so that each is there several times.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { median, ROOT, reportFigure, reportRatio } from '../support/harness.js'

const REAL_FILES = join(ROOT, '../shared/data/midi')
const FILES = 300
/** Processes that are really started; the others take as long. */
const SAMPLE = 20
/** What is loaded and compiled by then is not needed a second time. */
const WARM_UP = 30

/** Notes the memory of a run after each file that it reports. */
const PROBE = `
import { writeFileSync } from 'node:fs'
const after = []
const write = process.stderr.write.bind(process.stderr)
process.stderr.write = (text, ...rest) => {
  if (String(text).includes('golden log')) after.push(process.memoryUsage.rss())
  return write(text, ...rest)
}
process.on('exit', () => {
  const peak = process.resourceUsage().maxRSS * 1024
  writeFileSync(process.env.FRETWORK_PROBE, JSON.stringify({ after, peak }))
})
`
const MB = 1024 * 1024

const folder = mkdtempSync(join(tmpdir(), 'fretwork-bench-'))
const probed = join(folder, 'probed.json')

/** @returns ms from start to exit */
function run(words: readonly string[], node: readonly string[] = [], codes: readonly number[] = [0]): number {
  const began = performance.now()
  const { status, stderr } = spawnSync(
    process.execPath,
    [...node, join(ROOT, 'cli/bin.mjs'), 'replay', '--fast', '--golden', join(folder, 'golden/'), ...words],
    { cwd: folder, env: { ...process.env, FRETWORK_PROBE: probed }, maxBuffer: 100 * MB },
  )
  if (!codes.includes(status ?? -1))
    throw new Error(`replay ended with ${status}: ${String(stderr).slice(-500)}`)
  return performance.now() - began
}

try {
  const real = readdirSync(REAL_FILES)
    .filter(name => name.endsWith('.mid'))
    .map(name => join(REAL_FILES, name))
    // Some are broken on purpose.
    .filter(
      path => spawnSync(process.execPath, ['cli/bin.mjs', 'song', 'info', path], { cwd: ROOT }).status === 0,
    )
  const files = Array.from({ length: FILES }, (_, index) => {
    const source = real[index % real.length] ?? ''
    const round = join(folder, 'songs', String(Math.floor(index / real.length)))
    mkdirSync(round, { recursive: true })
    copyFileSync(source, join(round, basename(source)))
    return join(round, basename(source))
  })
  const probe = join(folder, 'probe.mjs')
  writeFileSync(probe, PROBE)
  run(['--update', ...files])

  const one = run([...files], ['--import', probe])
  const { after, peak }: { after: number[]; peak: number } = JSON.parse(readFileSync(probed, 'utf8'))
  const [warm = 0, last = 0] = [after[WARM_UP - 1], after.at(-1)]
  const reports = ['--html', join(folder, 'all.html'), '--junit', join(folder, 'all.xml')]
  const reported = run([...reports, ...files])
  const each = Array.from({ length: SAMPLE }, (_, index) => {
    const file = files[(index * 13) % FILES] ?? ''
    // With the name that its log has among one file of each name.
    const alone = join(folder, 'alone', basename(file))
    mkdirSync(join(folder, 'alone'), { recursive: true })
    copyFileSync(file, alone)
    run(['--update', '--reason', 'the same', alone])
    return run([alone])
  })

  process.stdout.write(
    `  ${real.length} real files; RSS after file 1, ${WARM_UP} and ${after.length}, and peak: ${[after[0] ?? 0, warm, last, peak].map(bytes => Math.round(bytes / MB)).join(', ')} MB\n`,
  )
  reportRatio({
    name: '300 golden files in one process : a process for each',
    figure: one,
    peer: median(each) * FILES,
    unit: 'ms',
    limit: 0.5,
  })
  reportRatio({
    name: '300 golden files with HTML and JUnit : without',
    figure: reported,
    peer: one,
    unit: 'ms',
    limit: 2,
  })
  reportFigure({
    name: `memory after 300 golden files : after ${WARM_UP}`,
    figure: last / warm,
    unit: '×',
    limit: 1.5,
  })
} finally {
  rmSync(folder, { recursive: true })
}
