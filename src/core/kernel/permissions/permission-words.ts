import type { NoticeText } from '../../events/notices.js'
import { phrases } from '../../platform/phrases.js'
import type { PermissionId } from '../../platform/services/token.js'

export interface PermissionWords {
  readonly title: string
  readonly explanation: string
}

const SOURCE = 'workshop'

const WORDS: Readonly<Record<PermissionId, PermissionWords>> = phrases({
  'midi-in': {
    title: 'Sees what you play',
    explanation: 'It receives the notes and controllers of your MIDI devices, and can play into the input.',
  },
  'midi-out': {
    title: 'Plays on your MIDI devices',
    explanation: 'It can send notes and other messages to your outputs, and sees what others send.',
  },
  sound: {
    title: 'Makes sound',
    explanation: 'It can play through your speakers, and add to or change what you hear.',
  },
  songs: {
    title: 'Reads and changes your songs',
    explanation: 'It can open, add, change and remove songs, and sees how you practice them.',
  },
  account: {
    title: 'Sees your account',
    explanation: 'It can read your name, your email address and your plan.',
  },
  session: {
    title: 'Logs you in and out',
    explanation: 'It can use your session, end it, and read the keys that prove who you are.',
  },
  server: {
    title: 'Acts for you on this server',
    explanation: 'It can read and change everything of your account that is stored on this server.',
  },
  network: {
    title: 'Connects to other servers',
    explanation: 'It can send data to other servers and receive data from them.',
  },
  clipboard: { title: 'Writes to the clipboard', explanation: 'It can replace what you have copied.' },
  files: {
    title: 'Opens and saves files',
    explanation: 'It can ask you for files, and download files to your device.',
  },
  keys: {
    title: 'Sees the keys that you press',
    explanation: 'It can use the computer keyboard as an instrument, and take keys for itself.',
  },
  commands: {
    title: 'Runs commands',
    explanation: 'It can do whatever you can do from the command palette.',
  },
  plugins: {
    title: 'Manages plugins',
    explanation: 'It can enable and disable plugins, and use what they do.',
  },
  storage: {
    title: 'Reads and writes what this browser stores',
    explanation: 'It can read and change the stored data of Fretwork and of all plugins.',
  },
  journal: {
    title: 'Reads the log of what happened',
    explanation: 'It can read recent commands, messages and errors, and recent MIDI input.',
  },
})

const { HOST } = phrases({
  HOST: {
    title: 'Connects to {{host}}',
    explanation: 'It can send data to {{host}} and receive data from there.',
  },
})

export function permissionWords(permission: string): Readonly<Record<keyof PermissionWords, NoticeText>> {
  const [id = '', host] = permission.split(':')
  const { title, explanation } = host === undefined ? WORDS[id as PermissionId] : HOST
  const values = host === undefined ? {} : { values: { host } }
  return {
    title: { source: SOURCE, message: title, ...values },
    explanation: { source: SOURCE, message: explanation, ...values },
  }
}
