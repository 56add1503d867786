import type { MessageData } from '../../../src/message/message.answers'
import { MessageText } from './message-text'

export function MessageButtons({ data, body }: { data: MessageData | null; body: string }) {
  return (
    <div className="message-buttons">
      <MessageText text={data?.contentText ?? body} />
      {data?.footerText && <p className="note-text">{data.footerText}</p>}
      <ButtonList labels={data?.buttons?.map(({ buttonText }) => buttonText.displayText)} />
    </div>
  )
}

export function ButtonList({ labels = [] }: { labels?: readonly string[] | undefined }) {
  if (labels.length === 0) return null
  return (
    <ul className="message-buttons-list">
      {labels.map((label, index) => (
        <li key={index} dir="auto">
          {label}
        </li>
      ))}
    </ul>
  )
}
