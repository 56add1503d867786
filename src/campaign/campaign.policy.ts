import { type Actor, isAdmin } from '../kernel/company/actor'
import { type CampaignStatus, editableAheadMs } from './campaign.contract'

export function canManageCampaigns(actor: Actor) {
  return isAdmin(actor)
}

export function isEditable({ status, scheduledAt }: { status: CampaignStatus; scheduledAt: Date | null }, now: Date) {
  if (status === 'INATIVA') return true
  return status === 'PROGRAMADA' && scheduledAt !== null && scheduledAt.getTime() - now.getTime() > editableAheadMs
}
