import { recordOf } from '../typed-object.contract'
export const planFlags = [
  'useWhatsapp',
  'useFacebook',
  'useInstagram',
  'useCampaigns',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
] as const

export const planCounts = ['users', 'connections', 'queues'] as const

export type PlanFlag = (typeof planFlags)[number]

export const allFeatures = recordOf(planFlags, () => true as const)

export interface CompanyPlan extends Readonly<Record<PlanFlag, boolean>> {
  readonly id: number
  readonly name: string
  readonly users: number
  readonly connections: number
  readonly queues: number
  /** Gigabytes of files and database; null is unlimited. */
  readonly storageGb: number | null
}

export const gigabyte = 1e9

const storageWarnings = { near: 80, close: 90 } as const

export const storagePercent = (bytes: number, storageGb: number | null) =>
  storageGb === null ? null : Math.floor((bytes / (storageGb * gigabyte)) * 100)

export function storageTone(percent: number | null) {
  if (percent === null || percent < storageWarnings.near) return undefined
  return percent < storageWarnings.close ? 'warning' : 'danger'
}
