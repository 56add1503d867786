import type { FlowTriggerView } from '../../../src/flow/flow.calls'
import { links } from '../../app/links'
import type { useTexts } from '../../i18n/i18n'
import { Clock3, Headset, ListTree, MessageSquareQuote, Smartphone, type LucideIcon } from '../../ui/icons'

type TriggerTexts = ReturnType<typeof useTexts<['flow']>>['flow']['triggers']

export const triggerIcons: Readonly<Record<FlowTriggerView['kind'], LucideIcon>> = {
  phrase: MessageSquareQuote,
  welcome: Smartphone,
  notPhrase: Smartphone,
  scheduled: Clock3,
  connection: Smartphone,
  queue: Headset,
  option: ListTree,
}

export function describeTrigger(t: TriggerTexts, { kind, name, of, active }: FlowTriggerView): string {
  const words = t.kinds[kind](name, of ?? '')
  return active ? words : `${words} (${t.off[kind === 'scheduled' ? 'scheduled' : 'other']})`
}

export function linkOfTrigger({ kind, id }: FlowTriggerView): string {
  if (kind === 'phrase') return links.editPhrase(id)
  return kind === 'queue' || kind === 'option' ? links.editQueue(id) : links.editConnection(id)
}
