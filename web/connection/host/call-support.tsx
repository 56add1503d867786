import { ButtonContent } from '../../ui/button/button'
import { Headset } from '../../ui/icons'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'

/** Opens a WhatsApp chat with the host, with a prefilled text; hidden without the host's number. */
export function CallSupport({ phone }: { phone: string }) {
  const t = useTexts('connection').connection
  const { company } = useUser()
  const digits = phone.replace(/\D/g, '')
  if (!digits) return null
  return (
    <a
      className="button connection-support"
      data-variant="secondary"
      href={`https://wa.me/${digits}?text=${encodeURIComponent(t.supportText(company.name))}`}
      target="_blank"
      rel="noreferrer"
    >
      <ButtonContent icon={Headset}>{t.callSupport}</ButtonContent>
    </a>
  )
}
