import { channelRules } from '../../../src/channel/channel-rules.contract'
import { useConnections } from '../../connection/use-connections'
import type { CampaignFormModel } from './campaign-form'

/** Whether the chosen connection sends templates instead of texts. Until the connections are loaded, as it was stored. */
export function useUsesTemplates(form: CampaignFormModel): boolean {
  const connections = useConnections()
  const { whatsappId, templates } = form.values.value
  const chosen = connections?.find(({ id }) => id === whatsappId)
  return chosen ? channelRules[chosen.channel].templates === true : Object.keys(templates).length > 0
}
