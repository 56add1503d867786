import { companyTarget } from '../receiver/company-webhook'
import { connectionTarget } from '../receiver/connection-address'
import type { DeliveryTarget } from '../receiver/webhook-target'

/** `host`: for all companies. */
export const eventTargets = ['host', 'company'] as const
type EventTarget = (typeof eventTargets)[number]
/** `connection 3`: for its messages' statuses. */
export type TargetName = EventTarget | `connection ${number}`

const hostTarget: DeliveryTarget = {
  get: ({ company }) => company.services.ports.hostWebhook.get(),
  pausedUntil: ({ company }) => company.services.ports.hostWebhook.pausedUntil(),
  inTurn: ({ company }, signal, attempt) => company.services.ports.hostWebhook.inTurn(company.id, signal, attempt),
  note: ({ company }, attempt, ok) => company.services.ports.hostWebhook.note(company.id, attempt, ok),
}
const targets: Record<EventTarget, DeliveryTarget> = { host: hostTarget, company: companyTarget }

export function deliveryTarget(name: TargetName): DeliveryTarget {
  if (name === 'host' || name === 'company') return targets[name]
  return connectionTarget(Number(name.slice('connection '.length)))
}

/** At most one job of a kind waits for a target. */
export function jobKeyOf(kind: string, target: TargetName) {
  return target === 'host' ? kind : `${kind}.${target}`
}
