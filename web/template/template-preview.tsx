import type { FilledTemplate } from '../../src/template/fill-template.contract'
import { useTexts } from '../i18n/i18n'
import { ButtonList } from '../message/bubble/message-buttons'
import { MessageText } from '../message/bubble/message-text'

/** What the contact reads. Variables without a value show their names. */
export function TemplatePreview({ text, buttons }: Pick<FilledTemplate, 'text' | 'buttons'>) {
  const t = useTexts('template').template.pick
  if (text === '' && buttons.length === 0) return null
  return (
    <section className="template-preview stack" aria-label={t.preview}>
      <MessageText text={text} />
      <ButtonList labels={buttons} />
    </section>
  )
}
