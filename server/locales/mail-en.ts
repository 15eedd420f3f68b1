// The words of every mail, in English. `{{name}}` stands for a value; nothing here is HTML.
import type { MailWords } from '../mail/mail.js'

export const MAIL_EN: MailWords = {
  greeting: 'Hello,',
  greetingByName: 'Hello {{name}},',
  linkHint: 'If the button does not work, copy this address into your browser:',
  footer: 'This mail was sent by {{tenant}} because somebody used your e-mail address there.',
  templates: {
    verification: {
      subject: '{{tenant}}: confirm your e-mail address',
      before: ['Welcome to {{tenant}}. Please confirm that this e-mail address is yours.'],
      button: 'Confirm the address',
      after: ['The link works once, for 24 hours. If you did not ask for an account, ignore this mail.'],
    },
    'account-exists': {
      subject: '{{tenant}}: you have an account already',
      before: [
        'Somebody asked for an account with this e-mail address, but you have one already.',
        'If that was you, log in as usual, or set a new password if you forgot it.',
      ],
      button: 'Set a new password',
      after: ['If it was not you, there is nothing to do: your account was not touched.'],
    },
    reset: {
      subject: '{{tenant}}: set a new password',
      before: ['Somebody asked for a new password for your account.'],
      button: 'Set a new password',
      after: [
        'The link works once, for one hour. If you did not ask for it, ignore this mail: your password stays as it is.',
      ],
    },
    'password-changed': {
      subject: '{{tenant}}: your password was changed',
      before: [
        'The password of your account was changed on {{time}}. All other sessions were ended.',
        'If that was not you, set a new password now.',
      ],
      button: 'Set a new password',
      after: [],
    },
    'email-confirm': {
      subject: '{{tenant}}: confirm your new e-mail address',
      before: [
        'Somebody asked to use this e-mail address for an account at {{tenant}}. If that was you, please confirm it.',
      ],
      button: 'Confirm the new address',
      after: ['The link works once, for 24 hours. Until then your account keeps its old address.'],
    },
    'email-changed': {
      subject: '{{tenant}}: your e-mail address was changed',
      before: [
        'Your account now has another e-mail address, since {{time}}. This one no longer belongs to it.',
        'If that was not you, tell those who run {{tenant}}.',
      ],
      after: [],
    },
    'new-place': {
      subject: '{{tenant}}: a log-in from a new place',
      before: [
        'Somebody logged in to your account from a place that it was not used from before.',
        'Device: {{device}}. Time: {{time}}.',
        'If that was you, there is nothing to do. If not, set a new password now: that ends every session.',
      ],
      button: 'Set a new password',
      after: [],
    },
    'account-deleted': {
      subject: '{{tenant}}: your account was deleted',
      before: ['Your account was deleted on {{time}}, with everything that belonged to it.'],
      after: ['It cannot be brought back. You are welcome to begin anew at any time.'],
    },
  },
}
