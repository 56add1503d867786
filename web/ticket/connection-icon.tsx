import { channelRules } from '../../src/channel/channel-rules.contract'
import type { TicketView } from '../../src/ticket/ticket.answers'
import { channelIcons } from '../connection/channel-icon'
import { useTexts } from '../i18n/i18n'
import { tooltip } from '../ui/popup/tooltip'

/** The channel and connection of the contact, marked when the connection is down. */
export function ConnectionIcon({
  ticket: { channel, whatsapp },
}: {
  ticket: Pick<TicketView, 'channel' | 'whatsapp'>
}) {
  const t = useTexts()
  const rules = channelRules[channel]
  const Icon = channelIcons[rules.icon]
  const label = whatsapp ? t.ticket.row.connection(rules.label, whatsapp.name) : rules.label
  return (
    <span
      className="connection-icon"
      role="img"
      aria-label={label}
      data-channel={channel}
      data-down={(whatsapp && whatsapp.status !== 'CONNECTED') || undefined}
      {...tooltip(label)}
    >
      <Icon size={14} aria-hidden />
    </span>
  )
}
