// Reading time and peak memory of each format, compared with version 1.2.0.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, ROOT, reportRatio } from '../support/harness.js'

const PEER = '188bd765'
const DATA = join(ROOT, '..', 'shared', 'data')
const ROUNDS = 3
const SLOWER_AT_MOST = 1.1

const FORMATS: Readonly<Record<string, RegExp>> = {
  ...{ MIDI: /\.mid$/, 'Guitar Pro 3': /\.gp3$/, 'Guitar Pro 4': /\.gp4$/, 'Guitar Pro 5': /\.gp5$/ },
  ...{ 'Guitar Pro 6': /\.gpx$/, 'Guitar Pro 7': /\.gp$/, MusicXML: /musicxml\/.*xml$/ },
}

interface Read {
  readonly times: Readonly<Record<string, readonly number[]>>
  readonly megabytes: number
}

function read(root: string, files: readonly string[]): Read {
  const args = ['--import', './cli/register.mjs', join(ROOT, 'bench/song/read-files.mjs'), root, ...files]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

function checkout(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'fretwork-import-'))
  const command = `git -C "${ROOT}" archive ${PEER} | tar -x -C "${folder}"`
  const { status } = spawnSync('bash', ['-o', 'pipefail', '-c', command], { stdio: 'ignore' })
  if (status === 0) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  else rmSync(folder, { recursive: true })
  return status === 0 ? folder : undefined
}

function compare(peer: string, format: string, files: readonly string[]): void {
  const runs = Array.from({ length: ROUNDS }, () => ({ ours: read(ROOT, files), peers: read(peer, files) }))
  const shared = files.filter(file => runs.every(({ ours, peers }) => ours.times[file] && peers.times[file]))
  const total = (of: (run: (typeof runs)[number]) => Read) =>
    shared.reduce((sum, file) => sum + median(runs.flatMap(run => of(run).times[file] ?? [])), 0)
  const limit = `≤ ${SLOWER_AT_MOST}×` as const
  const times = [total(({ ours }) => ours), total(({ peers }) => peers)] as const
  reportRatio(`${shared.length} files of ${format} read : 1.2.0`, times, 'ms', limit)
  const peak = (of: (run: (typeof runs)[number]) => Read) => median(runs.map(run => of(run).megabytes))
  const memory = [peak(({ ours }) => ours), peak(({ peers }) => peers)] as const
  reportRatio(`peak memory of reading ${format} : 1.2.0`, memory, 'MB', limit)
}

const peer = existsSync(DATA) ? checkout() : undefined
if (peer === undefined) process.stdout.write('  needs ../shared/data and the history of the project.\n')
else {
  try {
    const names = readdirSync(DATA, { recursive: true, encoding: 'utf8' }).sort()
    for (const [format, ending] of Object.entries(FORMATS)) {
      const files = names.filter(name => ending.test(name)).map(name => join(DATA, name))
      if (files.length > 0) compare(peer, format, files)
    }
  } finally {
    rmSync(peer, { recursive: true })
  }
}
