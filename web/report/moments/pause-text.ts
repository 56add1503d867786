import type { Pause, PauseReason } from '../../../src/user/presence/presence.contract'

export function pauseText(reasons: Record<PauseReason, string>, { reason, note }: Pick<Pause, 'reason' | 'note'>) {
  return note ? `${reasons[reason]} (${note})` : reasons[reason]
}
