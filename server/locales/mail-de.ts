// The texts of all emails, in German.
import type { MailWords } from '../mail/mail.js'

export const MAIL_DE: MailWords = {
  greeting: 'Hallo,',
  greetingByName: 'Hallo {{name}},',
  linkHint: 'Falls der Button nicht funktioniert, kopiere diese Adresse in deinen Browser:',
  footer: 'Du bekommst diese E-Mail von {{tenant}}, weil deine E-Mail-Adresse dort angegeben wurde.',
  templates: {
    verification: {
      subject: '{{tenant}}: E-Mail-Adresse bestätigen',
      before: ['Willkommen bei {{tenant}}! Bitte bestätige deine E-Mail-Adresse.'],
      button: 'Adresse bestätigen',
      after: [
        'Der Link gilt 24 Stunden und nur einmal. Wenn du kein Konto angelegt hast, ignoriere diese E-Mail einfach.',
      ],
    },
    'account-exists': {
      subject: '{{tenant}}: Du hast schon ein Konto',
      before: [
        'Jemand wollte mit dieser E-Mail-Adresse ein Konto anlegen, aber du hast schon eines.',
        'Wenn du das warst, melde dich einfach an. Passwort vergessen? Dann leg hier ein neues fest.',
      ],
      button: 'Neues Passwort festlegen',
      after: ['Wenn du es nicht warst, musst du nichts tun: An deinem Konto wurde nichts geändert.'],
    },
    reset: {
      subject: '{{tenant}}: Neues Passwort festlegen',
      before: ['Für dein Konto wurde ein neues Passwort angefordert.'],
      button: 'Neues Passwort festlegen',
      after: [
        'Der Link gilt eine Stunde und nur einmal. Wenn du ihn nicht angefordert hast, ignoriere diese E-Mail: Dein Passwort bleibt, wie es ist.',
      ],
    },
    'password-changed': {
      subject: '{{tenant}}: Dein Passwort wurde geändert',
      before: [
        'Dein Passwort wurde am {{time}} geändert. Alle anderen Sitzungen wurden beendet.',
        'Wenn du das nicht warst, leg sofort ein neues Passwort fest.',
      ],
      button: 'Neues Passwort festlegen',
      after: [],
    },
    'email-confirm': {
      subject: '{{tenant}}: Neue E-Mail-Adresse bestätigen',
      before: [
        'Diese E-Mail-Adresse soll für ein Konto bei {{tenant}} verwendet werden. Wenn du das warst, bestätige sie bitte.',
      ],
      button: 'Neue Adresse bestätigen',
      after: ['Der Link gilt 24 Stunden und nur einmal. Bis dahin bleibt es bei deiner bisherigen Adresse.'],
    },
    'email-changed': {
      subject: '{{tenant}}: Deine E-Mail-Adresse wurde geändert',
      before: [
        'Die E-Mail-Adresse deines Kontos wurde am {{time}} geändert. Diese Adresse gehört nicht mehr dazu.',
        'Wenn du das nicht warst, wende dich bitte an den Betreiber von {{tenant}}.',
      ],
      after: [],
    },
    'new-place': {
      subject: '{{tenant}}: Neue Anmeldung',
      before: [
        'Bei deinem Konto hat sich jemand von einem Gerät oder Ort angemeldet, den wir noch nicht kennen.',
        'Gerät: {{device}}. Zeit: {{time}}.',
        'Wenn du das warst, musst du nichts tun. Wenn nicht, leg sofort ein neues Passwort fest: Damit werden alle Sitzungen beendet.',
      ],
      button: 'Neues Passwort festlegen',
      after: [],
    },
    'account-deleted': {
      subject: '{{tenant}}: Dein Konto wurde gelöscht',
      before: ['Dein Konto wurde am {{time}} mit allen Daten gelöscht.'],
      after: ['Es kann nicht wiederhergestellt werden. Du kannst jederzeit ein neues Konto anlegen.'],
    },
  },
}
