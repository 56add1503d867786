import { forgetCloudToken } from '../../connection/cloud/cloud-account'
import type { ChannelDriver } from '../channel'
import { createCloudChannel } from './cloud-channel'
import { normalise } from './receive/normalise'

/** WhatsApp's official API: events arrive by webhook, messages are sent through Meta's Graph API. */
export const cloudDriver: ChannelDriver = {
  open: createCloudChannel,
  normalise,
  forget: forgetCloudToken,
}
