import type { MessageData } from '../../../src/message/message.answers'
import { useTexts } from '../../i18n/i18n'
import { Megaphone } from '../../ui/icons'

/** The advertisement that led the contact to write. */
export function MessageReferral({ referral }: { referral: NonNullable<MessageData['referral']> }) {
  const t = useTexts().message
  const title = referral.title || referral.url
  return (
    <p className="bubble-note">
      <Megaphone size={12} aria-hidden />
      <span>
        {t.fromAdvertisement}{' '}
        {referral.url ? (
          <a href={referral.url} target="_blank" rel="noreferrer noopener" dir="auto">
            {title}
          </a>
        ) : (
          <bdi>{title}</bdi>
        )}
        {referral.text && <bdi> – {referral.text}</bdi>}
      </span>
    </p>
  )
}
