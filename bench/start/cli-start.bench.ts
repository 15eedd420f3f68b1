// How long `fretwork --version` takes as shipped, compared with a Node that does nothing.
import { reportRatio, timeSideBySide } from '../support/harness.js'

const { ours, peer } = timeSideBySide(['cli/bin.mjs', '--version'], ['-e', '0'])
reportRatio('fretwork --version : node -e 0', [ours, peer], 'ms', '≤ 1.8×')
