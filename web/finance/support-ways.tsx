import type { SubscriptionView } from '../../src/platform/invoice/invoice.calls'
import { useFormat } from '../i18n/i18n'
import { ButtonContent } from '../ui/button/button'
import { Mail, MessageCircle } from '../ui/icons'

/** The host's contact data, as far as known. */
export function SupportWays({ support, message }: { support: SubscriptionView['support']; message?: string }) {
  const format = useFormat()
  const digits = support.phone.replace(/\D/g, '')
  const text = message ? encodeURIComponent(message) : ''
  return (
    <p className="finance-support-ways wrap-row">
      {digits && (
        <a
          className="button"
          data-variant="secondary"
          href={`https://wa.me/${digits}${text && `?text=${text}`}`}
          target="_blank"
          rel="noreferrer"
        >
          <ButtonContent icon={MessageCircle}>{format.phone(digits)}</ButtonContent>
        </a>
      )}
      <a className="button" data-variant="secondary" href={`mailto:${support.email}${text && `?body=${text}`}`}>
        <ButtonContent icon={Mail}>{support.email}</ButtonContent>
      </a>
    </p>
  )
}
