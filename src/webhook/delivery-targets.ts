import { companyTarget } from './company-target'
import type { DeliveryTarget } from './webhook-target'

/** host: the address to which the events of all companies go. company: the company's own. */
export const targetNames = ['host', 'company'] as const
export type TargetName = (typeof targetNames)[number]

const hostTarget: DeliveryTarget = {
  get: ({ company }) => company.services.ports.hostWebhook.get(),
  pausedUntil: ({ company }) => company.services.ports.hostWebhook.pausedUntil(),
  inTurn: ({ company }, signal, attempt) => company.services.ports.hostWebhook.inTurn(signal, attempt),
  note: ({ company }, attempt, ok) => company.services.ports.hostWebhook.note(company.id, attempt, ok),
}
const targets: Record<TargetName, DeliveryTarget> = { host: hostTarget, company: companyTarget }

export function deliveryTarget(name: TargetName): DeliveryTarget {
  return targets[name]
}

/** At most one job of the kind waits per target. */
export function jobKeyOf(kind: string, target: TargetName) {
  return target === 'host' ? kind : `${kind}.${target}`
}
