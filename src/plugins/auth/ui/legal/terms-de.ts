/** Terms of service in German. */
import type { LegalWriter } from './legal-text.js'

export const termsGerman: LegalWriter = site => ({
  heading: 'Nutzungsbedingungen',
  lead: `Was du und der Betreiber dieser Website voneinander erwarten könnt, wenn du ${site} benutzt.`,
  contents: 'Auf dieser Seite',
  sections: [
    {
      id: 'what',
      heading: `Was ${site} ist`,
      paragraphs: [
        `${site} zeigt auf einem Gitarrengriffbrett, was deine MIDI-Instrumente spielen, und spielt auf ihnen. Griffbrett, Profil und kostenpflichtige Funktionen brauchen ein Konto. Der Vertrag darüber kommt zwischen dir und dem Betreiber dieser Website zustande, wenn du dich registrierst und deine Adresse bestätigst.`,
      ],
    },
    {
      id: 'account',
      heading: 'Dein Konto',
      paragraphs: [
        'Ein Konto pro Person. Die E-Mail-Adresse muss deine eigene sein, und du darfst dich nicht als jemand anderes ausgeben. Du musst alt genug sein, um an deinem Wohnort einen solchen Vertrag zu schließen, oder deine Eltern müssen einverstanden sein.',
        'Behalte dein Passwort für dich. Wenn du glaubst, dass jemand anderes es kennt, ändere es: Das beendet alle anderen Sitzungen. Was mit deinem Konto geschieht, gilt als von dir getan, außer du konntest es nicht verhindern.',
      ],
    },
    {
      id: 'conduct',
      heading: 'Verhalten',
      paragraphs: ['Hier musizieren auch andere. Bitte'],
      points: [
        'beleidige, bedrohe und belästige niemanden, und zeige in Name, Bild oder Text nichts, was gegen das Gesetz ist;',
        'versuche nicht, an Konten oder Daten anderer zu kommen, Grenzen zu umgehen oder den Dienst zu überlasten;',
        'sammle keine Profile, und benutze nicht, was Leute hier zeigen, um ihnen Werbung zu schicken;',
        'benutze den Dienst nicht, um Gesetze oder Rechte anderer zu verletzen, auch nicht das Urheberrecht.',
      ],
    },
    {
      id: 'content',
      heading: 'Deine Inhalte',
      paragraphs: [
        'Stücke, Aufnahmen, Stimmungen und Einstellungen gehören dir. Sie werden in deinem Browser gespeichert, und wir beanspruchen keine Rechte daran. Du bist dafür verantwortlich, dass du die Stücke benutzen darfst, die du öffnest.',
        'Was du in ein öffentliches Profil stellst, dürfen wir denen zeigen, die es sehen dürfen, solange es öffentlich ist. An der Software bekommst du das Recht, sie hier zu benutzen; ihre Namen und ihr Code bleiben bei denen, denen sie gehören.',
      ],
    },
    {
      id: 'plans',
      heading: 'Tarife und Zahlung',
      paragraphs: [
        'Das Griffbrett zu benutzen ist kostenlos. Was ein kostenpflichtiger Tarif enthält, was er kostet und wie oft er sich verlängert, steht auf der Seite der Tarife, bevor du bestellst. Der Preis wird vom Zahlungsanbieter zu Beginn jedes Zeitraums eingezogen, bis du kündigst. Kündigen kannst du jederzeit zum Ende des Zeitraums, dort, wo du deinen Tarif verwaltest.',
        'Verbraucher in der Europäischen Union können den Vertrag binnen 14 Tagen ohne Gründe widerrufen: Eine Nachricht an den Betreiber genügt. Ändert sich ein Preis oder ein Tarif, erfährst du es rechtzeitig per E-Mail und kannst kündigen, bevor es gilt.',
      ],
    },
    {
      id: 'service',
      heading: 'Was wir versprechen und was nicht',
      paragraphs: [
        'Wir betreiben den Dienst sorgfältig, aber Wartung, Fehler oder Netzprobleme können ihn unterbrechen. Bewahre Kopien von Aufnahmen und Stücken auf, die dir wichtig sind; ein Browser kann seinen Speicher leeren. Funktionen können sich aus gutem Grund ändern oder enden; Bezahltes wird dann anteilig erstattet.',
        'MIDI-Nachrichten erreichen die Instrumente, die du wählst. Prüfe Lautstärke und Einstellungen, bevor du spielst: Was ein Instrument mit einer Nachricht tut, können wir nicht beeinflussen.',
      ],
    },
    {
      id: 'liability',
      heading: 'Haftung',
      paragraphs: [
        'Bei Vorsatz und grober Fahrlässigkeit, bei Verletzung von Leben, Körper oder Gesundheit und wo das Gesetz es verlangt, ist die Haftung unbeschränkt. Bei leichter Fahrlässigkeit umfasst sie nur Pflichten, die den Vertrag überhaupt erst möglich machen, und nur Schäden, die zu erwarten waren. Rechte, die das Gesetz Verbrauchern gibt, bleiben unberührt.',
      ],
    },
    {
      id: 'end',
      heading: 'Kündigung',
      paragraphs: [
        'Dein Konto löschst du, wann immer du willst, in deinem Konto unter Sicherheit; ein kostenpflichtiger Tarif endet damit. Der Betreiber kann ein Konto sperren, das gegen diese Bedingungen verstößt, in schweren Fällen sofort, und sagt dir, warum. Er kann auch den Dienst oder ein Konto mit einem Monat Frist beenden; was darüber hinaus bezahlt ist, wird erstattet.',
      ],
    },
    {
      id: 'changes',
      heading: 'Änderungen und Recht',
      paragraphs: [
        'Ändern sich diese Bedingungen zu deinem Nachteil, schicken wir dir mindestens vier Wochen vorher eine E-Mail. Bist du nicht einverstanden, lösche das Konto bis dahin; Schweigen gilt nicht als Zustimmung. Es gilt das Recht des Landes, in dem der Betreiber seinen Sitz hat; als Verbraucher behältst du den Schutz des Rechts an deinem Wohnort.',
      ],
    },
  ],
})
