import { useTexts } from '../../i18n/i18n'
import { links } from '../../app/links'
import { ArrowLeft } from '../../ui/icons'
import { Link } from '../../ui/display/link'
import { tooltip } from '../../ui/popup/tooltip'

export function BackToList() {
  const t = useTexts().conversation
  return (
    <Link
      className="icon-button phone-only"
      href={links.tickets()}
      aria-label={t.back}
      {...tooltip(t.back)}
      data-size="m"
    >
      <ArrowLeft size={20} aria-hidden />
    </Link>
  )
}
