import type { NoticeText } from '../events/notices.js'
import { phrases } from '../platform/phrases.js'
import type { PermissionId } from '../platform/token.js'

export interface PermissionWords {
  readonly title: string
  readonly explanation: string
}

const SOURCE = 'plugin-manager'

const WORDS: Readonly<Record<PermissionId, PermissionWords>> = phrases({
  'midi-in': {
    title: 'Sees what you play',
    explanation:
      'It can read notes and controllers from your MIDI devices and send notes to Fretwork’s MIDI input.',
  },
  'midi-out': {
    title: 'Plays on your MIDI devices',
    explanation:
      'It can send notes and other messages to your MIDI outputs, and see what other plugins send.',
  },
  sound: {
    title: 'Plays sound',
    explanation: 'It can play sound through your speakers and process what you hear.',
  },
  songs: {
    title: 'Reads and changes your songs',
    explanation: 'It can open, add, edit and remove songs, and see your practice results.',
  },
  account: {
    title: 'Sees your account',
    explanation: 'It can read your name, your email address and your plan.',
  },
  session: {
    title: 'Logs you in and out',
    explanation: 'It can use and end your session, and read your login tokens.',
  },
  server: {
    title: 'Acts on your behalf on this server',
    explanation: 'It can read and change all your account data on this server.',
  },
  network: {
    title: 'Connects to other servers',
    explanation: 'It can exchange data with other servers.',
  },
  clipboard: { title: 'Writes to the clipboard', explanation: 'It can replace what you have copied.' },
  files: {
    title: 'Opens and saves files',
    explanation: 'It can ask you to choose files, and save files to your device.',
  },
  keys: {
    title: 'Reads your keystrokes',
    explanation: 'It can use your computer keyboard as an instrument and capture key presses.',
  },
  commands: {
    title: 'Runs commands',
    explanation: 'It can run every command in the command palette.',
  },
  plugins: {
    title: 'Manages plugins',
    explanation: 'It can enable and disable plugins, and use their features.',
  },
  storage: {
    title: 'Reads and writes browser storage',
    explanation: 'It can read and change data that Fretwork and other plugins store in this browser.',
  },
  journal: {
    title: 'Reads the activity log',
    explanation: 'It can read recent commands, messages and errors, and recent MIDI input.',
  },
})

/** Descriptions for external plugins, which can access less through the SDK than built-in ones. */
const EXTERNAL: Readonly<Partial<Record<PermissionId, PermissionWords>>> = phrases({
  'midi-in': {
    title: 'Sees what you play',
    explanation:
      'It can read and change what your MIDI devices send, and send notes to Fretwork as if it were a device.',
  },
  'midi-out': {
    title: 'Plays on your MIDI devices',
    explanation: 'It can send notes and other messages to your MIDI outputs.',
  },
  songs: {
    title: 'Controls the open song',
    explanation: 'It can read the title and length of the open song, and play, stop and seek.',
  },
  account: { title: 'Sees your name', explanation: 'It can read the name in your account.' },
  files: { title: 'Saves files', explanation: 'It can save files to your device.' },
})

const { HOST } = phrases({
  HOST: {
    title: 'Connects to {{host}}',
    explanation: 'It can exchange data with {{host}}.',
  },
})

export function permissionWords(
  permission: string,
  { origin }: { readonly origin?: string },
): Readonly<Record<keyof PermissionWords, NoticeText>> {
  const [id = '', host] = permission.split(':')
  const known = { ...WORDS, ...(origin !== undefined && EXTERNAL) }
  const { title, explanation } = host === undefined ? known[id as PermissionId] : HOST
  const values = host === undefined ? {} : { values: { host } }
  return {
    title: { source: SOURCE, message: title, ...values },
    explanation: { source: SOURCE, message: explanation, ...values },
  }
}
