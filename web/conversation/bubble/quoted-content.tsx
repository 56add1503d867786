import { colourOf } from '../../../src/kernel/text/name-colour.contract'
import type { QuotedMessage as Quoted } from '../../../src/message/message.answers'
import { withoutSignature } from '../../../src/message/compose/signature.contract'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { summaryIcon, summaryOf } from '../../message/message-summary'
import { useBrokenImage } from '../../ui/display/avatar'

export function quotedColour({ fromMe, contact }: Quoted) {
  return fromMe ? 'var(--brand-text)' : colourOf(contact?.name ?? '')
}

export function QuotedContent({ quoted }: { quoted: Quoted }) {
  const t = useTexts().message
  const Icon = quoted.isDeleted ? undefined : summaryIcon(quoted.mediaType)
  const picture =
    !quoted.isDeleted && (quoted.mediaType === 'image' || quoted.mediaType === 'sticker') ? quoted.mediaUrl : null
  const { broken, watch } = useBrokenImage(picture)
  const me = useUser()
  const { fromMe, user, contact, body } = quoted
  // Automatic messages and those of the paired phone are the company's.
  const ours = user === null ? me.company.name : user.id === me.id ? t.you : user.name
  // Its first line would repeat the author's name.
  const unsigned = fromMe && user ? { ...quoted, body: withoutSignature(user.name, body) } : quoted
  return (
    <>
      <span className="quoted-text grows">
        <span className="quoted-author" dir="auto">
          {fromMe ? ours : (contact?.name ?? '')}
        </span>
        <span className="quoted-body row" dir="auto">
          {Icon && <Icon size={13} aria-hidden />}
          <span>{summaryOf(unsigned, t)}</span>
        </span>
      </span>
      {picture && !broken && <img className="quoted-picture" src={picture} alt="" loading="lazy" {...watch} />}
    </>
  )
}
