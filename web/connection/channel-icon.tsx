import { channelRules } from '../../src/channel/channel-rules.contract'
import type { ConnectionView } from '../../src/connection/connection.calls'
import { tooltip } from '../ui/tooltip'
import { channelIcons } from './channel-icons'

/** Which channel a connection is of. */
export function ChannelIcon({ channel }: Pick<ConnectionView, 'channel'>) {
  const { label, icon } = channelRules[channel]
  const Icon = channelIcons[icon]
  return (
    <span className="channel-icon" data-channel={channel} role="img" aria-label={label} {...tooltip(label)}>
      <Icon size={16} aria-hidden />
    </span>
  )
}
