/** The question before a person is blocked. */
import type { useText } from '../../../core/react/hooks/use-text.js'
import type { Asked } from '../../../core/react/question.js'
import type { Person } from '../relationships.js'

export function blockQuestion(t: ReturnType<typeof useText>['t'], { name }: Person, run: () => void): Asked {
  return {
    title: t('Block {{name}}?', { name }),
    text: [
      t('{{name}} won’t be able to find you, see your profile or follow you, and you won’t find them.', {
        name,
      }),
      t(
        'If you follow each other, both follows are removed. They aren’t notified, and you can unblock them at any time.',
      ),
    ],
    yes: t('Block'),
    severe: true,
    run,
  }
}
