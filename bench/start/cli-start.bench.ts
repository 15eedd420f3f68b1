// How long `fretwork --version` takes as shipped, compared with a Node that does nothing.
import { reportRatio, timeSideBySide } from '../support/harness.js'

const { ours, peer } = timeSideBySide(['cli/bin.mjs', '--version'], ['-e', '0'])
reportRatio({ name: 'fretwork --version : node -e 0', figure: ours, peer, unit: 'ms', limit: 1.8 })
