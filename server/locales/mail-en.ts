// The texts of all emails, in English. `{{name}}` is replaced by a value; nothing here is HTML.
import type { MailWords } from '../mail/mail.js'

export const MAIL_EN: MailWords = {
  greeting: 'Hello,',
  greetingByName: 'Hello {{name}},',
  linkHint: 'If the button doesn’t work, copy this link into your browser:',
  footer: 'You received this email because your email address was used at {{tenant}}.',
  templates: {
    verification: {
      subject: '{{tenant}}: Confirm your email address',
      before: ['Welcome to {{tenant}}! Please confirm your email address.'],
      button: 'Confirm email address',
      after: [
        'The link works once and expires in 24 hours. If you didn’t create an account, you can ignore this email.',
      ],
    },
    'account-exists': {
      subject: '{{tenant}}: You already have an account',
      before: [
        'Someone tried to create an account with this email address, but you already have one.',
        'If that was you, log in as usual. If you forgot your password, you can set a new one.',
      ],
      button: 'Set a new password',
      after: ['If it wasn’t you, there’s nothing to do: your account hasn’t been changed.'],
    },
    reset: {
      subject: '{{tenant}}: Set a new password',
      before: ['A new password was requested for your account.'],
      button: 'Set a new password',
      after: [
        'The link works once and expires in one hour. If you didn’t request it, you can ignore this email: your password stays the same.',
      ],
    },
    'password-changed': {
      subject: '{{tenant}}: Your password was changed',
      before: [
        'Your password was changed on {{time}}. All other sessions have been ended.',
        'If that wasn’t you, set a new password now.',
      ],
      button: 'Set a new password',
      after: [],
    },
    'email-confirm': {
      subject: '{{tenant}}: Confirm your new email address',
      before: [
        'Someone asked to use this email address for an account at {{tenant}}. If that was you, please confirm it.',
      ],
      button: 'Confirm new address',
      after: [
        'The link works once and expires in 24 hours. Until you confirm, your account keeps its current address.',
      ],
    },
    'email-changed': {
      subject: '{{tenant}}: Your email address was changed',
      before: [
        'The email address of your account was changed on {{time}}. This address is no longer connected to it.',
        'If that wasn’t you, please contact the operator of {{tenant}}.',
      ],
      after: [],
    },
    'new-place': {
      subject: '{{tenant}}: New login',
      before: [
        'Your account was just used to log in from a new device or location.',
        'Device: {{device}}. Time: {{time}}.',
        'If that was you, there’s nothing to do. If not, set a new password now; this ends all sessions.',
      ],
      button: 'Set a new password',
      after: [],
    },
    'account-deleted': {
      subject: '{{tenant}}: Your account was deleted',
      before: ['Your account and all its data were deleted on {{time}}.'],
      after: ['It can’t be restored. You’re welcome to create a new account at any time.'],
    },
  },
}
