import type { IntegrationPick } from '../../src/integration/integration.calls'
import { useLookup } from '../app/use-fetched'
import type { Option } from '../ui/select/option'
import { typeNames } from './integration-types'

/** All integrations of the company as choices; undefined while loading. */
export function useIntegrations(wanted = true): Option<number>[] | undefined {
  return useLookup(async (api, signal) => (await api.get('/queueIntegration/list', { signal })).map(optionOf), wanted)
}

const optionOf = ({ id, name, type }: IntegrationPick) => ({ value: id, label: name, description: typeNames[type] })
