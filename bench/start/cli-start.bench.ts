// Duration of `fretwork --version` as shipped, compared with an empty Node program.
import { reportRatio, timeSideBySide } from '../support/harness.js'

const { ours, peer } = timeSideBySide(['cli/bin.mjs', '--version'], ['-e', '0'])
reportRatio('fretwork --version : node -e 0', [ours, peer], 'ms', '≤ 1.8×')
