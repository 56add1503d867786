import type { MessageData } from '../../../src/message/message.answers'
import { MessageText } from './message-text'

/** What the contact saw: a text, a line below it, and the buttons, which are not ours to press. */
export function MessageButtons({ data, body }: { data: MessageData | null; body: string }) {
  return (
    <div className="message-buttons">
      <MessageText text={data?.contentText ?? body} />
      {data?.footerText && <p className="message-buttons-footer">{data.footerText}</p>}
      <ul className="message-buttons-list">
        {data?.buttons?.map(({ buttonId, buttonText }) => (
          <li key={buttonId} dir="auto">
            {buttonText.displayText}
          </li>
        ))}
      </ul>
    </div>
  )
}
