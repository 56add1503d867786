import type { MessageData } from '../../../src/message/message.answers'
import { MessageText } from './message-text'

/** The text and buttons that the contact saw; the buttons are inactive. */
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
