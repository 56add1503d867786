import { useTexts } from '../i18n/i18n'
import { MessageText } from '../message/bubble/message-text'

export function PreviewText({ text }: { text: string }) {
  const t = useTexts('campaign').campaign.preview
  return <div className="campaign-preview-text">{text === '' ? t.empty : <MessageText text={text} />}</div>
}
