/** Features that a plan allows or not. */
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
export type PlanFlag = (typeof planFlags)[number]

/** What a company's plan allows: features, and how many users, connections and queues. */
export interface CompanyPlan extends Readonly<Record<PlanFlag, boolean>> {
  readonly id: number
  readonly name: string
  readonly users: number
  readonly connections: number
  readonly queues: number
}
