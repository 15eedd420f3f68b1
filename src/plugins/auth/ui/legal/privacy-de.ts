/** Privacy policy in German. */
import type { LegalWriter } from './legal-text.js'

export const privacyGerman: LegalWriter = site => ({
  heading: 'Datenschutzerklärung',
  lead: `Welche Daten ${site} über dich speichert, wozu, wie lange, und wie du sie bekommst oder löschst.`,
  contents: 'Auf dieser Seite',
  sections: [
    {
      id: 'who',
      heading: 'Wer verantwortlich ist',
      paragraphs: [
        `Der Betreiber dieser Website betreibt ${site} und entscheidet über die hier beschriebenen Daten. Du erreichst ihn unter der Kontaktadresse, die die Website oder deine Einladung nennt.`,
        'Was du spielst, bleibt bei dir: Töne deiner Instrumente, Stücke, die du öffnest, und Klang, den du hörst, werden in deinem Browser verarbeitet. Zu uns gelangen sie nicht.',
      ],
    },
    {
      id: 'account',
      heading: 'Dein Konto',
      paragraphs: [
        'Für dein Konto speichern wir, was du eingibst. Wir kaufen keine Daten und schlagen nichts anderswo nach:',
      ],
      points: [
        'deine E-Mail-Adresse: für die Anmeldung und für E-Mails zu deinem Konto, etwa einen Link zum Bestätigen der Adresse oder für ein neues Passwort oder den Hinweis auf eine Anmeldung von einem neuen Ort. Werbung verschicken wir nicht;',
        'deinen Namen: um dich anzusprechen und dich, wenn du das willst, anderen zu zeigen;',
        'dein Passwort als Hash (argon2id), aus dem niemand das Passwort lesen kann, auch wir nicht;',
        'deine Sprache, für die E-Mails, die wir dir schicken.',
      ],
    },
    {
      id: 'profile',
      heading: 'Dein Profil und andere Leute',
      paragraphs: [
        'Nutzername, Bild, Beschreibung, Instrumente und Lieblingsstimmung werden gespeichert, wenn du sie eingibst. Andere sehen sie nur, wenn du das Profil öffentlich machst, und dann genau das, was die Vorschau deines Profils zeigt: nie deine Adresse.',
        'Wem du folgst und wen du blockierst, wird gespeichert, bis du es aufhebst. Wer blockiert wird, erfährt das nicht.',
      ],
    },
    {
      id: 'sessions',
      heading: 'Anmeldungen und Sicherheit',
      paragraphs: [
        'Zu jeder Anmeldung speichern wir, wann sie begann und zuletzt benutzt wurde, die Art von Browser und System („Firefox on Linux“) und die Netzadresse ohne ihren letzten Teil, etwa 203.0.113.0/24. Du siehst diese Sitzungen in deinem Konto und kannst jede beenden. Spätestens nach 365 Tagen werden sie gelöscht.',
        'Ein Protokoll wichtiger Vorgänge (Anmeldungen, geänderte Passwörter, geänderte Tarife, was Administratoren tun) schützt Konten vor Missbrauch; es nennt Konten mit einer Nummer. Das technische Protokoll des Servers enthält kurze Zeit die Netzadresse von Aufrufen, um Fehler und Angriffe zu finden. Um das Erraten von Passwörtern zu bremsen, werden Versuche je Netz und Konto einige Minuten lang gezählt.',
      ],
    },
    {
      id: 'providers',
      heading: 'Anmeldung mit Google oder Microsoft',
      paragraphs: [
        'Wo diese Website das anbietet und du es wählst, nennt uns der Anbieter eine Nummer deines Kontos, deinen Namen und eine E-Mail-Adresse, die er geprüft hat. Die Nummer speichern wir, um dich wiederzuerkennen. Dem Anbieter sagen wir nicht, was du hier tust; dass du dich hier anmeldest, weiß er und behandelt es nach seiner eigenen Datenschutzerklärung.',
      ],
    },
    {
      id: 'payments',
      heading: 'Zahlungen',
      paragraphs: [
        'Kostenpflichtige Tarife werden über einen Zahlungsanbieter (Stripe) abgerechnet. Kartennummern und Bankdaten gehen dorthin und nie zu uns. Wir speichern die Nummer deines dortigen Kundenkontos, den Tarif und wann er sich verlängert oder endet. Rechnungen bewahrt der Anbieter auf, solange das Steuerrecht es verlangt.',
      ],
    },
    {
      id: 'browser',
      heading: 'In deinem Browser',
      paragraphs: [
        'Es gibt ein Cookie, benannt nach der Website. Es enthält die Token deiner Anmeldung und gilt 365 Tage oder bis du dich abmeldest. Es hält dich angemeldet und dient keinem anderen Zweck.',
        'Deine Einstellungen, Stücke, eigenen Stimmungen und Aufnahmen werden in deinem Browser gespeichert. Sie verlassen ihn nur, wenn du sie exportierst. Es gibt kein Tracking: keine Auswertung, keine Werbung, keine Inhalte fremder Websites. Nur die Zahlungsseite lädt Code des Anbieters, solange du sie benutzt.',
      ],
    },
    {
      id: 'reasons',
      heading: 'Rechtsgrundlage',
      paragraphs: [
        'Konto, Profil, Sitzungen und Tarif werden verarbeitet, weil du uns darum bittest (in der Europäischen Union: Artikel 6 Absatz 1 Buchstabe b DSGVO). Protokolle und Grenzen schützen dich, andere und den Dienst (Buchstabe f). Ein öffentliches Profil beruht auf deiner Einwilligung, die du jederzeit widerrufen kannst (Buchstabe a).',
        'Daten bekommt niemand außer denen, die für den Betreiber Server betreiben und E-Mails verschicken, dem Zahlungsanbieter, wo du zahlst, und Behörden, wo das Gesetz es verlangt.',
      ],
    },
    {
      id: 'duration',
      heading: 'Wie lange',
      paragraphs: [
        'Solange dein Konto besteht. Löschst du es, sind Adresse, Name, Profil, Bild, Sitzungen und Verbindungen zu anderen sofort gelöscht; aus Sicherungskopien verschwinden sie, wenn diese ersetzt werden. Es bleiben Einträge im Protokoll ohne deinen Namen und Zahlungsbelege, die wir gesetzlich aufbewahren müssen. Links in E-Mails laufen ab nach einer Stunde (Passwort) oder einem Tag (Adresse).',
      ],
    },
    {
      id: 'rights',
      heading: 'Deine Rechte',
      paragraphs: [
        'In deinem Konto, unter Sicherheit, lädst du alles, was über dich gespeichert ist, als eine Datei herunter und löschst das Konto endgültig. Profil und Adresse berichtigst du selbst. Du kannst auch vom Betreiber Auskunft, Berichtigung, Einschränkung oder Löschung verlangen, der Verarbeitung widersprechen und dich bei einer Datenschutzbehörde beschweren.',
      ],
    },
  ],
})
