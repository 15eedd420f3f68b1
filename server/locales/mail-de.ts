// The words of every mail, in German.
import type { MailWords } from '../mail/mail.js'

export const MAIL_DE: MailWords = {
  greeting: 'Guten Tag,',
  greetingByName: 'Guten Tag {{name}},',
  linkHint: 'Falls die Schaltfläche nicht funktioniert, diese Adresse in den Browser kopieren:',
  footer: 'Diese Mail kommt von {{tenant}}, weil dort jemand diese E-Mail-Adresse benutzt hat.',
  templates: {
    verification: {
      subject: '{{tenant}}: E-Mail-Adresse bestätigen',
      before: ['Willkommen bei {{tenant}}. Bitte bestätigen, dass diese E-Mail-Adresse die richtige ist.'],
      button: 'Adresse bestätigen',
      after: [
        'Der Link gilt einmal und 24 Stunden lang. Wer kein Konto wollte, kann diese Mail einfach löschen.',
      ],
    },
    'account-exists': {
      subject: '{{tenant}}: Das Konto gibt es schon',
      before: [
        'Jemand wollte ein Konto mit dieser E-Mail-Adresse anlegen, aber es gibt schon eines.',
        'Wer das selbst war, meldet sich wie gewohnt an oder setzt ein neues Passwort, falls es vergessen ist.',
      ],
      button: 'Neues Passwort setzen',
      after: ['Wer es nicht war, muss nichts tun: Am Konto wurde nichts geändert.'],
    },
    reset: {
      subject: '{{tenant}}: Neues Passwort setzen',
      before: ['Jemand hat ein neues Passwort für dieses Konto angefordert.'],
      button: 'Neues Passwort setzen',
      after: [
        'Der Link gilt einmal und eine Stunde lang. Wer ihn nicht angefordert hat, kann diese Mail löschen: Das Passwort bleibt, wie es ist.',
      ],
    },
    'password-changed': {
      subject: '{{tenant}}: Das Passwort wurde geändert',
      before: [
        'Das Passwort dieses Kontos wurde am {{time}} geändert. Alle anderen Sitzungen wurden beendet.',
        'Wer das nicht war, sollte jetzt ein neues Passwort setzen.',
      ],
      button: 'Neues Passwort setzen',
      after: [],
    },
    'email-confirm': {
      subject: '{{tenant}}: Neue E-Mail-Adresse bestätigen',
      before: [
        'Jemand möchte diese E-Mail-Adresse für ein Konto bei {{tenant}} benutzen. Wer das selbst war, bestätigt sie bitte.',
      ],
      button: 'Neue Adresse bestätigen',
      after: ['Der Link gilt einmal und 24 Stunden lang. Bis dahin behält das Konto die alte Adresse.'],
    },
    'email-changed': {
      subject: '{{tenant}}: Die E-Mail-Adresse wurde geändert',
      before: [
        'Das Konto hat seit {{time}} eine andere E-Mail-Adresse. Diese hier gehört nicht mehr dazu.',
        'Wer das nicht war, wendet sich bitte an die Betreiber von {{tenant}}.',
      ],
      after: [],
    },
    'new-place': {
      subject: '{{tenant}}: Anmeldung von einem neuen Ort',
      before: [
        'Jemand hat sich von einem Ort angemeldet, von dem aus dieses Konto bisher nicht benutzt wurde.',
        'Gerät: {{device}}. Zeit: {{time}}.',
        'Wer das selbst war, muss nichts tun. Wer nicht, sollte jetzt ein neues Passwort setzen: Das beendet alle Sitzungen.',
      ],
      button: 'Neues Passwort setzen',
      after: [],
    },
    'account-deleted': {
      subject: '{{tenant}}: Das Konto wurde gelöscht',
      before: ['Das Konto wurde am {{time}} gelöscht, mit allem, was dazugehörte.'],
      after: ['Es lässt sich nicht wiederherstellen. Ein neuer Anfang ist jederzeit willkommen.'],
    },
  },
}
