/** Flags shared by several commands. tests/cli/consistency.test.ts checks that all commands use them. */
export const FLAGS = {
  json: ['--json', 'print NDJSON: one JSON object per line'],
  force: ['--force', 'replace an existing file'],
  junit: ['--junit <file>', 'write the result as JUnit XML'],
  html: ['--html <file>', 'write the result as one HTML file'],
  tenantOfServer: ['--tenant <key>', 'tenant (fretwork)'],
  plugins: [
    '--plugins <path>',
    'plugin list, or the folder of one plugin package (default: plugins.json in the state folder)',
  ],
  limit: ['--limit <count>', 'maximum number of results'],
  verbose: ['--verbose', 'print stack traces'],
} as const satisfies Readonly<Record<string, readonly [flags: string, description: string]>>

export const IGNORE = ['--ignore <what...>', 'exclude this from the comparison'] as const

/** Returns whether --verbose is set. Arguments after `--` are file names. */
export function isVerbose(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return (end < 0 ? words : words.slice(0, end)).includes(FLAGS.verbose[0])
}
