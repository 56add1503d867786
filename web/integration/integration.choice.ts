import type { IntegrationType } from '../../src/integration/integration.contract'
import type { IntegrationPick } from '../../src/integration/integration.calls'
import { useLookup } from '../app/use-fetched'
import type { Option } from '../ui/select/option'

/** Names of products, the same in every language; `flowbuilder` has a translated one beside it. */
const typeNames: Record<IntegrationType, string> = {
  dialogflow: 'Dialogflow',
  n8n: 'n8n',
  webhook: 'Webhook',
  typebot: 'Typebot',
  flowbuilder: 'Flowbuilder',
}

export function useIntegrations(wanted = true): Option<number>[] | undefined {
  return useLookup(async (api, signal) => (await api.get('/queueIntegration/list', { signal })).map(optionOf), wanted)
}

const optionOf = ({ id, name, type }: IntegrationPick) => ({ value: id, label: name, description: typeNames[type] })
